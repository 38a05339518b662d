package io.pando.crush.model;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One step of a {@link Rule}. */
public sealed interface RuleStep {

  /**
   * Starts the list with one item.
   *
   * @param item id of a bucket or device
   * @param deviceClass restricts the choices below to devices of one class; null for all devices
   */
  record Take(int item, @Nullable String deviceClass) implements RuleStep {}

  /**
   * Replaces each current item by items of a type below it.
   *
   * @param leaves whether to choose one device below each chosen item
   * @param count number of items below each current item; 0 means the number requested, a negative
   *     number means that many fewer
   * @param type type of the items to choose
   */
  record Choose(Mode mode, boolean leaves, int count, int type) implements RuleStep {}

  /** Moves the current items to the result. */
  record Emit() implements RuleStep {}

  /** Sets a number for the rest of the rule. */
  record SetTo(Setting setting, int value) implements RuleStep {}

  /** What happens to the other positions when an item fails. */
  enum Mode {
    /** Later positions move up: for replicas, which are interchangeable. */
    FIRSTN,
    /**
     * Other positions stay, and one that cannot be filled is a hole: for shards of an erasure code.
     */
    INDEP;

    /** The name in the text form. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A setting with which a rule overrides the map's tunables. */
  enum Setting {
    CHOOSE_TRIES,
    CHOOSELEAF_TRIES,
    CHOOSE_LOCAL_TRIES,
    CHOOSE_LOCAL_FALLBACK_TRIES,
    CHOOSELEAF_VARY_R,
    CHOOSELEAF_STABLE;

    /** The name in the text form. */
    public String text() {
      return "set_" + name().toLowerCase(Locale.ROOT);
    }

    /** The setting with this name. */
    public static Optional<Setting> ofText(String text) {
      for (Setting setting : values()) {
        if (setting.text().equals(text)) {
          return Optional.of(setting);
        }
      }
      return Optional.empty();
    }
  }
}
