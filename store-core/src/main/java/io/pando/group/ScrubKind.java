package io.pando.group;

import java.util.Locale;

/** What a scrub of a group looks at. */
public enum ScrubKind {
  /** There is none. */
  NONE,
  /** Which objects there are, in which versions, and whether the kept trees say so. */
  LIGHT,
  /** Moreover all bytes, attributes and maps. */
  DEEP,
  /** The same, and what is provable is repaired, whatever the settings say. */
  REPAIR;

  /** Whether all of each object is read. */
  public boolean isDeep() {
    return this == DEEP || this == REPAIR;
  }

  /** The word. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
