package io.pando.crush;

import java.util.List;
import java.util.Locale;

/**
 * How the devices of a placement group are found.
 *
 * @param id from 0 to 255
 * @param name unique among rules
 * @param kind what pools it is for
 * @param minSize fewest items it is meant for; informative
 * @param maxSize most items it is meant for; informative
 */
public record Rule(int id, String name, Kind kind, int minSize, int maxSize, List<RuleStep> steps) {

  /** The kind of pools a rule is for. */
  public enum Kind {
    REPLICATED,
    ERASURE;

    /** The name in the text form. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Rule {
    steps = List.copyOf(steps);
  }
}
