package io.pando.group;

import io.pando.id.Version;

/**
 * What a replica keeps with each object beside its bytes.
 *
 * @param version of the last update
 * @param modifiedMillis wall-clock time of it at the primary
 */
public record ObjectInfo(Version version, long modifiedMillis) {
  /**
   * Attribute of the stored object that holds this record; attributes of clients have another
   * prefix.
   */
  public static final String ATTRIBUTE = "_";
}
