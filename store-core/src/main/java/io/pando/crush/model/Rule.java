package io.pando.crush.model;

import java.util.List;
import java.util.Locale;

/**
 * A rule that chooses the devices of a placement group.
 *
 * @param id id, from 0 to 255
 * @param name name, unique among rules
 * @param kind kind of pools that it is for
 * @param minSize minimum number of items; informative
 * @param maxSize maximum number of items; informative
 */
public record Rule(int id, String name, Kind kind, int minSize, int maxSize, List<RuleStep> steps) {

  /** The kind of pools that a rule is for. */
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
