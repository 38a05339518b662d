package io.pando.erasure.code;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Names an erasure code. Any values can be put together; {@link #refusal()} says whether there is
 * such a code.
 *
 * @param k number of data fragments
 * @param m number of parity fragments; with {@link Technique#LRC} each group has one more
 * @param l with {@link Technique#LRC} the fragments of a group that its own parity covers; else 0
 */
public record CodeParameters(Technique technique, int k, int m, int l) {
  /** Most positions of a code. */
  public static final int MOST_POSITIONS = 32;

  /**
   * Most positions of a locally repairable code: so that the cheapest set of fragments to read can
   * be searched for.
   */
  public static final int MOST_WITH_GROUPS = 24;

  private static final Pattern SHORT = Pattern.compile("(\\d{1,3})\\+(\\d{1,3})");
  private static final int LEAST_K = 2;

  /** Reed–Solomon with the default matrix. */
  public static CodeParameters of(int k, int m) {
    return new CodeParameters(Technique.ISA_REED_SOL_VAN, k, m, 0);
  }

  /** Reads the short form, as {@code 4+2}: the default technique with k and m. */
  public static Optional<CodeParameters> parse(String text) {
    Matcher matcher = SHORT.matcher(text);
    return matcher.matches()
        ? Optional.of(of(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  /** Number of groups that have a parity of their own; 0 unless the code is locally repairable. */
  public int groups() {
    return technique == Technique.LRC && l > 0 ? (k + m) / l : 0;
  }

  /** Number of positions: of all fragments of an object. */
  public int positions() {
    return k + m + groups();
  }

  /** Why there is no such code, in a sentence with the way out; empty if there is one. */
  public Optional<String> refusal() {
    if (k < LEAST_K || k >= MOST_POSITIONS) {
      return Optional.of(
          "k is %d: an object has from %d to %d data fragments; choose k within that range"
              .formatted(k, LEAST_K, MOST_POSITIONS - 1));
    }
    if (m < 1 || m > MOST_POSITIONS - k) {
      return Optional.of(
          "m is %d: with k=%d there are from 1 to %d parity fragments; choose m within that range"
              .formatted(m, k, MOST_POSITIONS - k));
    }
    return switch (technique) {
      case LRC -> refusalOfGroups();
      case ISA_REED_SOL_VAN -> l == 0 ? refusalOfMatrix() : Optional.of(noGroups());
      case ISA_CAUCHY, JERASURE_REED_SOL_VAN -> l == 0 ? Optional.empty() : Optional.of(noGroups());
    };
  }

  private String noGroups() {
    return "l is %d: only plugin lrc has an l; leave l out, or choose plugin lrc".formatted(l);
  }

  /** Beyond these bounds some choices of k fragments have a singular matrix. */
  private Optional<String> refusalOfMatrix() {
    int most = mostDataFragments(m);
    if (k <= most) {
      return Optional.empty();
    }
    return Optional.of(
        ("k=%d, m=%d: %s cannot decode every loss of %d fragments with k above %d; choose k of at"
                + " most %d, a smaller m, or technique cauchy")
            .formatted(k, m, technique, m, most, most));
  }

  /**
   * The largest k for which every k fragments decode with the parities of {@link
   * Technique#ISA_REED_SOL_VAN}. The bounds are exact within {@link #MOST_POSITIONS}; a test tries
   * all choices.
   */
  public static int mostDataFragments(int m) {
    if (m <= 3) {
      return MOST_POSITIONS - m;
    }
    if (m <= 5) {
      return m == 4 ? 21 : 5;
    }
    return m <= 21 ? 4 : 3;
  }

  private Optional<String> refusalOfGroups() {
    if (!isLocality(l)) {
      String fitting =
          IntStream.rangeClosed(1, k + m)
              .filter(this::isLocality)
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(" or "));
      return Optional.of(
          ("l is %d: l must divide k+m, and the number of groups, (k+m)/l, must divide k and m; for"
                  + " k=%d, m=%d choose l of %s")
              .formatted(l, k, m, fitting));
    }
    if (positions() > MOST_WITH_GROUPS) {
      return Optional.of(
          "k=%d, m=%d, l=%d make %d fragments: lrc has at most %d; choose a smaller k or m"
              .formatted(k, m, l, positions(), MOST_WITH_GROUPS));
    }
    return Optional.empty();
  }

  private boolean isLocality(int candidate) {
    if (candidate < 1 || (k + m) % candidate != 0) {
      return false;
    }
    int count = (k + m) / candidate;
    return k % count == 0 && m % count == 0;
  }

  /** As {@code isa reed_sol_van 4+2} or {@code lrc 4+2 l=3}. */
  @Override
  public String toString() {
    String text = technique + " " + k + "+" + m;
    return technique == Technique.LRC ? text + " l=" + l : text;
  }
}
