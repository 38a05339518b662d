package io.pando.report;

import java.util.Locale;

/** What is wrong with one copy of an object. */
public enum CopyFault {
  /** It is not there. */
  MISSING,
  /** It is there, and should not be. */
  EXTRA,
  /** It is of an older version. */
  OLDER,
  /** It is of a newer version, of which nothing is known. */
  NEWER,
  /** Something of it cannot be read, or does not match its checksum. */
  DAMAGED,
  /** It has another size. */
  SIZE,
  /** Its bytes differ. */
  BYTES,
  /** Its attributes differ. */
  ATTRIBUTES,
  /** Its key/value map differs. */
  ENTRIES;

  /** The word. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
