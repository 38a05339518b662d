package io.pando.group;

import java.util.Locale;

/** What a scrub of a group looks at. */
public enum ScrubKind {
  /** There is none. */
  NONE,
  /** In which leaves the kept trees differ, and of these which objects; nothing is repaired. */
  PREVIEW,
  /** The same, and what is provable is repaired, whatever the settings say. */
  SESSION,
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

  /** Whether only what the kept trees tell apart is looked at. */
  public boolean isSession() {
    return this == PREVIEW || this == SESSION;
  }

  /** Whether it looks at all that another one would, and repairs what that would. */
  public boolean covers(ScrubKind other) {
    return switch (this) {
      case NONE -> other == NONE;
      case PREVIEW -> other == NONE || other == PREVIEW;
      case SESSION -> other == NONE || other.isSession();
      case LIGHT -> other == NONE || other == PREVIEW || other == LIGHT;
      case DEEP -> other != SESSION && other != REPAIR;
      case REPAIR -> true;
    };
  }

  /** One that covers both. */
  public ScrubKind with(ScrubKind other) {
    if (covers(other)) {
      return this;
    }
    return other.covers(this) ? other : REPAIR;
  }

  /** The word. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
