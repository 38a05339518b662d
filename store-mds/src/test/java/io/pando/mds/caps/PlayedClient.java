package io.pando.mds.caps;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.message.FileMessage.UpdateCapabilities;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A client that keeps to the rules. What it is sent, and what it sends, arrives in order. */
final class PlayedClient {
  /** What it has of an inode. */
  static final class Held {
    CapabilitySet has = CapabilitySet.NONE;
    CapabilitySet wanted = CapabilitySet.NONE;
    CapabilitySet givesUp = CapabilitySet.NONE;
    long sequence;
    long writableTo;
    long size;
    boolean untold;
    boolean asked;
  }

  private final long session;
  private final Deque<CapabilityEffect> arriving = new ArrayDeque<>();
  private final Deque<UpdateCapabilities> sent = new ArrayDeque<>();
  private final SortedMap<Ino, Held> held = new TreeMap<>();

  PlayedClient(long session) {
    this.session = session;
  }

  long session() {
    return session;
  }

  Held held(Ino ino) {
    return held.computeIfAbsent(ino, _ -> new Held());
  }

  void arrives(CapabilityEffect effect) {
    arriving.addLast(effect);
  }

  boolean isQuiet() {
    return arriving.isEmpty()
        && sent.isEmpty()
        && held.values().stream().allMatch(it -> it.givesUp.isEmpty() && !it.asked);
  }

  @Nullable UpdateCapabilities nextSent() {
    return sent.pollFirst();
  }

  /** Handles the next message. */
  void receive() {
    CapabilityEffect effect = arriving.pollFirst();
    switch (effect) {
      case null -> {}
      case CapabilityEffect.Grant it -> onGrant(it.grant());
      case CapabilityEffect.Revoke it -> {
        Held of = held(it.ino());
        assertThat(it.sequence()).isGreaterThan(of.sequence);
        of.sequence = it.sequence();
        of.givesUp = of.has.minus(it.keep());
        of.asked = true;
      }
      case CapabilityEffect.AskState it -> {
        Held of = held(it.ino());
        assertThat(it.sequence()).isGreaterThan(of.sequence);
        of.sequence = it.sequence();
        of.asked = true;
      }
      default -> throw new AssertionError(effect.toString());
    }
  }

  private void onGrant(CapabilityGrant grant) {
    Held of = held(grant.ino());
    assertThat(grant.sequence()).isGreaterThan(of.sequence);
    of.sequence = grant.sequence();
    of.has = of.has.union(grant.capabilities());
    of.writableTo = of.has.contains(Capability.WRITE) ? grant.writableTo() : 0;
  }

  /** Does what it was asked for: what it wrote is in the objects now. */
  void answer(Ino ino) {
    Held of = held(ino);
    if (of.asked) {
      giveUp(ino, of.givesUp);
      of.givesUp = CapabilitySet.NONE;
      of.asked = false;
    }
  }

  void giveUp(Ino ino, CapabilitySet some) {
    Held of = held(ino);
    CapabilitySet before = of.has;
    of.has = of.has.minus(some);
    tell(ino, before);
  }

  void want(Ino ino, CapabilitySet wanted) {
    Held of = held(ino);
    of.wanted = wanted;
    tell(ino, of.has);
  }

  void write(Ino ino, long bytes) {
    Held of = held(ino);
    if (of.has.contains(Capability.WRITE) && of.size + bytes <= of.writableTo) {
      of.size += bytes;
      of.untold = true;
    }
  }

  private void tell(Ino ino, CapabilitySet before) {
    Held of = held(ino);
    boolean tells = of.untold && Kinds.meet(before, Kinds.CHANGES);
    FileState state = tells ? state(of) : null;
    of.untold = false;
    if (!of.has.contains(Capability.WRITE)) {
      of.writableTo = 0;
    }
    sent.addLast(new UpdateCapabilities(ino, of.has, of.wanted, of.sequence, state));
  }

  private static FileState state(Held of) {
    return new FileState(of.size, 0, Timestamp.EPOCH, Timestamp.EPOCH);
  }

  /** The server failed: what is under way is lost. */
  List<HeldCapability> reconnect() {
    arriving.clear();
    sent.clear();
    List<HeldCapability> all = new ArrayList<>();
    held.forEach((ino, of) -> {
      of.givesUp = CapabilitySet.NONE;
      of.asked = false;
      boolean writes = Kinds.meet(of.has, Kinds.WRITES);
      of.untold = false;
      FileState state = writes ? state(of) : null;
      all.add(new HeldCapability(ino, of.has, of.wanted, null, null, state));
    });
    return all;
  }
}
