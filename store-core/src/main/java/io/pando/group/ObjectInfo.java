package io.pando.group;

import io.pando.id.Version;

/**
 * The record that a replica stores with each object.
 *
 * @param version version of the last update
 * @param modifiedMillis the primary's wall-clock time of the last update, in milliseconds
 * @param objectBytes with a fragment, the size of the object in bytes, which the size of the
 *     fragment does not tell; 0 with a replica
 */
public record ObjectInfo(Version version, long modifiedMillis, long objectBytes) {
  /** The record of a replica. */
  public ObjectInfo(Version version, long modifiedMillis) {
    this(version, modifiedMillis, 0);
  }

  /**
   * Name of the attribute of the stored object that contains this record; clients' attributes have
   * another prefix.
   */
  public static final String ATTRIBUTE = "_";
}
