package io.pando.group;

import io.pando.id.Version;

/**
 * The record that a replica stores with each object.
 *
 * @param version version of the last update
 * @param modifiedMillis the primary's wall-clock time of the last update, in milliseconds
 */
public record ObjectInfo(Version version, long modifiedMillis) {
  /**
   * Name of the attribute of the stored object that contains this record; clients' attributes have
   * another prefix.
   */
  public static final String ATTRIBUTE = "_";
}
