package io.pando.sim.run;

import java.util.List;
import java.util.Locale;

/** What runs are like: which troubles a seed may choose from, and how long it lasts. */
public enum Profile {
  /** Everything that can go wrong. */
  DEFAULT("everything that can go wrong", 40),
  /** The same, shorter. */
  QUICK("everything that can go wrong, for a short time", 15),
  /** Processes end and come back. */
  CRASHES("processes are killed, lose power, are stopped", 40),
  /** The network breaks. */
  NETWORK("the network breaks: resets, cuts, partitions, slow links, clocks", 40),
  /** Disks go wrong. */
  DISK("disks are slow, full, fail, lose bits or everything; OSDs crash", 40),
  /** Operators move data while OSDs crash. */
  MEMBERSHIP("operators change who holds what while OSDs crash", 40),
  /** Nothing goes wrong. */
  CALM("nothing goes wrong", 20);

  private final String sentence;
  private final int seconds;

  Profile(String sentence, int seconds) {
    this.sentence = sentence;
    this.seconds = seconds;
  }

  /** The name as people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return label();
  }

  /** What it is, for people. */
  public String sentence() {
    return sentence;
  }

  /** What may go wrong, in a fixed order. */
  List<Trouble> troubles() {
    return switch (this) {
      case DEFAULT, QUICK -> List.of(Trouble.values());
      case CRASHES ->
          List.of(
              Trouble.CRASH,
              Trouble.CRASH_SOME,
              Trouble.CRASH_ALL,
              Trouble.LAG_AND_CRASH,
              Trouble.RELAY,
              Trouble.POWER_LOSS,
              Trouble.PAUSE,
              Trouble.MONITOR_CRASH);
      case NETWORK ->
          List.of(
              Trouble.RESET,
              Trouble.CUT,
              Trouble.PARTITION,
              Trouble.ISOLATE,
              Trouble.DEPOSE,
              Trouble.SLOW_LINKS,
              Trouble.PAUSE,
              Trouble.DRIFT,
              Trouble.MONITOR_CUT,
              Trouble.MARK_DOWN);
      case DISK ->
          List.of(
              Trouble.CRASH,
              Trouble.CRASH_SOME,
              Trouble.POWER_LOSS,
              Trouble.SLOW_DISK,
              Trouble.FULL_DISK,
              Trouble.FAILED_DISK,
              Trouble.FAILING_READS,
              Trouble.BIT_FLIPS,
              Trouble.LOST_DISK);
      case MEMBERSHIP ->
          List.of(
              Trouble.CRASH,
              Trouble.LAG_AND_CRASH,
              Trouble.MARK_DOWN,
              Trouble.OUT,
              Trouble.REWEIGHT,
              Trouble.MOVE,
              Trouble.SIZE,
              Trouble.REPLICATION,
              Trouble.GROUPS);
      case CALM -> List.of();
    };
  }

  /** Virtual seconds of trouble, about. */
  int seconds() {
    return seconds;
  }
}
