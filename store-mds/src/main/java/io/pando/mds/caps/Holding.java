package io.pando.mds.caps;

import io.pando.check.Invariant;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import org.jspecify.annotations.Nullable;

/**
 * What one session has of one inode. There may be a million of these, so sets are kept as bits.
 *
 * <p>The server cannot know what a session has at this moment, since messages cross. {@link
 * #given()} is what it may have: a capability is part of it from its grant until the session has
 * given it up by a message that was sent after the grant had arrived.
 */
final class Holding {
  /** A grant that no message of the session has named yet, before the newest one. */
  private record Crossing(long sequence, int bits, @Nullable Crossing older) {}

  private final SessionHoldings session;
  private final Ino ino;
  private int given;
  private int asked;
  private int wanted;
  private long needOrder;
  private long writableTo;

  /** The newest grant that no message has named yet, if it has bits; most have no other. */
  private long crossingSequence;

  private int crossingBits;
  private @Nullable Crossing before;

  /** Another session's holding of the same inode. */
  @Nullable Holding next;

  /** Holdings of the same session that were made before and after. */
  @Nullable Holding older;

  @Nullable Holding newer;

  Holding(SessionHoldings session, Ino ino) {
    this.session = session;
    this.ino = ino;
  }

  SessionHoldings session() {
    return session;
  }

  Ino ino() {
    return ino;
  }

  /** Capabilities that the session may have. */
  CapabilitySet given() {
    return new CapabilitySet(given);
  }

  /** Those of {@link #given()} that were asked back. */
  CapabilitySet asked() {
    return new CapabilitySet(asked);
  }

  /** Capabilities that the open files of the session need, or are faster with. */
  CapabilitySet wanted() {
    return new CapabilitySet(wanted);
  }

  /** Those that the open files need and the session lacks. */
  CapabilitySet unmet() {
    return new CapabilitySet(wanted & Kinds.NEEDED.bits() & ~given);
  }

  /** When the session asked for {@link #unmet()}, in the order of arrivals. */
  long needOrder() {
    return needOrder;
  }

  void needsFrom(long order) {
    needOrder = order;
  }

  /** The session may write up to here; 0 if it may not write. */
  long writableTo() {
    return writableTo;
  }

  void writableTo(long offset) {
    writableTo = offset;
  }

  boolean writes() {
    return (given & Kinds.WRITES.bits()) != 0;
  }

  boolean isEmpty() {
    return given == 0 && wanted == 0;
  }

  void want(CapabilitySet capabilities) {
    wanted = capabilities.bits();
  }

  /** The session gets capabilities, by a message with this sequence number. */
  void give(CapabilitySet capabilities, long sequence) {
    Invariant.check((given & capabilities.bits()) == 0, "a capability is granted twice");
    given |= capabilities.bits();
    if (crossingBits != 0) {
      before = new Crossing(crossingSequence, crossingBits, before);
    }
    crossingSequence = sequence;
    crossingBits = capabilities.bits();
  }

  /** The session said that it has these, after a fail-over. */
  void claim(CapabilitySet capabilities) {
    given = capabilities.bits();
  }

  /** The session has these, and those of grants with larger numbers, which are on their way. */
  void resume(CapabilitySet has, long sequence) {
    given = has.bits() | crossing(sequence);
    asked = 0;
    forgetCrossing(sequence);
    if (!writes()) {
      writableTo = 0;
    }
  }

  void askBack(CapabilitySet capabilities) {
    asked |= capabilities.bits() & given;
  }

  /** What the session may have had when a grant or revocation was the newest that it knew. */
  CapabilitySet givenAt(long sequence) {
    return new CapabilitySet(given & ~crossing(sequence));
  }

  private int crossing(long sequence) {
    if (crossingSequence <= sequence) {
      return 0;
    }
    int bits = crossingBits;
    for (Crossing each = before; each != null && each.sequence > sequence; each = each.older) {
      bits |= each.bits;
    }
    return bits;
  }

  /**
   * The session has these capabilities, and those of grants that it did not know.
   *
   * @param has a part of {@link #givenAt}
   */
  void keep(CapabilitySet has, long sequence) {
    given = has.bits() | crossing(sequence);
    asked &= given;
    forgetCrossing(sequence);
    if (!writes()) {
      writableTo = 0;
    }
  }

  private void forgetCrossing(long sequence) {
    if (crossingSequence <= sequence) {
      crossingBits = 0;
    }
    before = newerThan(before, sequence);
  }

  private static @Nullable Crossing newerThan(@Nullable Crossing from, long sequence) {
    return from == null || from.sequence <= sequence
        ? null
        : new Crossing(from.sequence, from.bits, newerThan(from.older, sequence));
  }
}
