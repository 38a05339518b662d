package io.pando.osd.pg.recovery.rebuild;

import static io.pando.bytes.Payload.BLOCK_BYTES;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.probe.Probe;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The fragments of an object of which some bytes cannot be read. They are sources once too few
 * others are left: each row is rebuilt from those that can be read there. Around damaged bytes
 * fewer rows are taken at a time, down to one block, which is what stores check and replace.
 */
final class DamagedFragments {
  private final SortedSet<MemberId> members = new TreeSet<>();

  /** Those that cannot read the present rows. */
  private final SortedSet<MemberId> damagedHere = new TreeSet<>();

  private boolean used;

  /** Most rows at a time. */
  private long rows;

  /** The fragment of a member is here, and not all of it can be read. */
  void add(MemberId member) {
    members.add(member);
  }

  /** The fragment of a member is not the wanted one. */
  void remove(MemberId member) {
    members.remove(member);
    damagedHere.remove(member);
  }

  /** Whether rows are read from damaged fragments. */
  boolean areUsed() {
    return used;
  }

  /** Those from which the present rows may be read. */
  SortedSet<MemberId> sources() {
    SortedSet<MemberId> sources = new TreeSet<>();
    if (used) {
      sources.addAll(members);
      sources.removeAll(damagedHere);
    }
    return sources;
  }

  /** A source cannot read the present rows. */
  void onDamagedHere(MemberId member) {
    Invariant.check(used, () -> "%s is no source".formatted(member));
    damagedHere.add(member);
  }

  /**
   * Begins to use these fragments as sources.
   *
   * @param mostRows most rows at a time
   * @return false if there are none, or they are used already
   */
  boolean begin(long mostRows) {
    if (used || members.isEmpty()) {
      return false;
    }
    Probe.reached("rebuild: damaged fragments are sources");
    used = true;
    rows = blocks(mostRows);
    return true;
  }

  /** Takes fewer rows; false if they are as few as possible, or no source is damaged there. */
  boolean narrow() {
    if (damagedHere.isEmpty() || rows == BLOCK_BYTES) {
      return false;
    }
    Probe.reached("rebuild: fewer rows are taken around damaged bytes");
    damagedHere.clear();
    rows = blocks(rows / 2);
    return true;
  }

  /** All rows are rebuilt again. */
  void restart() {
    damagedHere.clear();
  }

  /** The next rows follow. */
  void advance(long mostRows) {
    damagedHere.clear();
    rows = blocks(mostRows);
  }

  /** The end of the rows that are taken from here on, at the end of a block. */
  long end(long row) {
    return blocks(row + rows);
  }

  private static long blocks(long bytes) {
    return Math.max(BLOCK_BYTES, bytes - bytes % BLOCK_BYTES);
  }
}
