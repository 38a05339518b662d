package io.pando.report.group;

import java.util.Locale;

/** A fault of one copy of an object. */
public enum CopyFault {
  /** The copy does not exist. */
  MISSING,
  /** The copy exists and should not. */
  EXTRA,
  /** The copy has an older version. */
  OLDER,
  /** The copy has a newer version, which no log or index records. */
  NEWER,
  /** A part of the copy cannot be read, or does not match its checksum. */
  DAMAGED,
  /** The copy has another size. */
  SIZE,
  /** Its bytes differ. */
  BYTES,
  /** Its attributes differ. */
  ATTRIBUTES,
  /** Its key/value map differs. */
  ENTRIES;

  /** The name for operators. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
