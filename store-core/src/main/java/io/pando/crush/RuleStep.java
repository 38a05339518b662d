package io.pando.crush;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One step of a {@link Rule}. */
public sealed interface RuleStep {

  /**
   * Starts from an item.
   *
   * @param item id of a bucket or device
   * @param deviceClass restricts what is below to devices of one class
   */
  record Take(int item, @Nullable String deviceClass) implements RuleStep {}

  /**
   * Replaces each current item by items of a type below it.
   *
   * @param leaves goes on from each chosen item to one device below it
   * @param count how many below each; 0 as many as are asked for, negative that many fewer
   * @param type of the items
   */
  record Choose(Mode mode, boolean leaves, int count, int type) implements RuleStep {}

  /** Moves the current items to the result. */
  record Emit() implements RuleStep {}

  /** Sets a number for the rest of the rule. */
  record SetTo(Setting setting, int value) implements RuleStep {}

  /** What happens to the other positions when an item fails. */
  enum Mode {
    /** Those behind move up: right for replicas, which are equal. */
    FIRSTN,
    /** They stay, and what cannot be filled is a hole: right for erasure code shards. */
    INDEP;

    /** The name in the text form. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What a rule may set for itself, over the map's tunables. */
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
