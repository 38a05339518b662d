package io.pando.cluster.release;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The releases of Pando, oldest first. What a release adds to messages, to stored records or to the
 * rules of the monitors is not used before the cluster requires that release ({@link
 * Releases#allows}): until then any daemon of an earlier release may be up, or return.
 */
public enum Release {
  /** The first release. */
  V0_1_0(1, "0.1.0"),

  /** The release that is worked on. */
  V0_2_0(2, "0.2.0");

  private final int number;
  private final String label;

  Release(int number, String label) {
    this.number = number;
    this.label = label;
  }

  /** The release of this build. */
  public static Release current() {
    return values()[values().length - 1];
  }

  /** Number by which the cluster map and messages name the release, from 1. Never reused. */
  public int number() {
    return number;
  }

  /** The version, as in {@code 0.1.0}. */
  public String label() {
    return label;
  }

  /** The release with the given version. */
  public static Optional<Release> labelled(String version) {
    return Arrays.stream(values()).filter(release -> release.label.equals(version)).findFirst();
  }

  /** The versions of all releases that this build knows. */
  public static String labels() {
    return Arrays.stream(values()).map(Release::label).collect(Collectors.joining(", "));
  }

  /** Names a release by its number, which may be one that this build does not know. */
  public static String describe(int number) {
    if (number <= 0) {
      return "an unknown release";
    }
    return Arrays.stream(values())
        .filter(release -> release.number == number)
        .findFirst()
        .map(Release::label)
        .orElseGet(() -> "release number " + number + " (newer than " + current().label + ")");
  }
}
