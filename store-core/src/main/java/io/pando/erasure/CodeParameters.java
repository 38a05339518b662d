package io.pando.erasure;

import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
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
    if (k < LEAST_K || k >= Positions.MOST) {
      return Optional.of(
          "k is %d: an object has from %d to %d data fragments; choose k within that range"
              .formatted(k, LEAST_K, Positions.MOST - 1));
    }
    if (m < 1 || m > Positions.MOST - k) {
      return Optional.of(
          "m is %d: with k=%d there are from 1 to %d parity fragments; choose m within that range"
              .formatted(m, k, Positions.MOST - k));
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
    int most = GeneratorMatrix.mostDataFragments(m);
    if (k <= most) {
      return Optional.empty();
    }
    return Optional.of(
        ("k=%d, m=%d: %s cannot decode every loss of %d fragments with k above %d; choose k of at"
                + " most %d, a smaller m, or technique cauchy")
            .formatted(k, m, technique, m, most, most));
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

  /**
   * The positions of the data fragments in the order of the data. Ceph's plug-in lrc begins each
   * group with its share of them; otherwise they stand first.
   */
  Positions dataPositions() {
    if (technique != Technique.LRC) {
      return Positions.first(k);
    }
    int dataOfGroup = k / groups();
    return positionsWhere(within -> within < dataOfGroup);
  }

  /** With groups: the positions of the parities that belong to one group. */
  Positions localParities() {
    return technique == Technique.LRC ? positionsWhere(within -> within == l) : Positions.NONE;
  }

  /** With groups: the positions of each group. */
  List<Positions> localGroups() {
    return IntStream.range(0, groups())
        .mapToObj(group -> new Positions(Positions.first(l + 1).bits() << (group * (l + 1))))
        .toList();
  }

  private Positions positionsWhere(IntPredicate placeInGroup) {
    return Positions.of(
        IntStream.range(0, positions())
            .filter(position -> placeInGroup.test(position % (l + 1)))
            .toArray());
  }

  /** As {@code isa reed_sol_van 4+2} or {@code lrc 4+2 l=3}. */
  @Override
  public String toString() {
    String text = technique + " " + k + "+" + m;
    return technique == Technique.LRC ? text + " l=" + l : text;
  }
}
