package io.pando.group;

import java.util.Locale;

/** The kind of a scrub. */
public enum ScrubKind {
  /** No scrub. */
  NONE,
  /** Compares the stored hash trees, and lists objects in leaves that differ; repairs nothing. */
  PREVIEW,
  /** As {@link #PREVIEW}, and repairs what is provably bad, whatever the settings say. */
  SESSION,
  /** Compares objects and versions, and checks the stored hash trees against them. */
  LIGHT,
  /** As {@link #LIGHT}, and compares all bytes, attributes and maps. */
  DEEP,
  /** As {@link #DEEP}, and repairs what is provably bad, whatever the settings say. */
  REPAIR;

  /** Whether the scrub reads the whole of each object. */
  public boolean isDeep() {
    return this == DEEP || this == REPAIR;
  }

  /** Whether the scrub examines only parts in which the stored hash trees differ. */
  public boolean isSession() {
    return this == PREVIEW || this == SESSION;
  }

  /** Whether the scrub examines and repairs at least as much as another one. */
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

  /** A kind that covers both. */
  public ScrubKind with(ScrubKind other) {
    if (covers(other)) {
      return this;
    }
    return other.covers(this) ? other : REPAIR;
  }

  /** The name for operators. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
