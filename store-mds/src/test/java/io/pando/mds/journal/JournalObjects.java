package io.pando.mds.journal;

import io.pando.bytes.Payload;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects of one journal; what was asked for is done in order, when a test says so. */
final class JournalObjects {
  private final SortedMap<String, byte[]> objects = new TreeMap<>();
  private final Deque<JournalEffect> asked = new ArrayDeque<>();
  private @Nullable JournalHead head;

  void ask(JournalEffect effect) {
    asked.addLast(effect);
  }

  /** Number of effects that were not done yet. */
  int asked() {
    return asked.size();
  }

  /** Does the effect that was asked for first, and tells the journal. */
  void doNext(JournalWriter journal) {
    JournalEffect effect = asked.removeFirst();
    carryOut(effect);
    switch (effect) {
      case JournalEffect.Write _ -> journal.onWritten(this::ask);
      case JournalEffect.WriteHead _ -> journal.onHeadWritten(this::ask);
      case JournalEffect.Remove it -> journal.onRemoved(it.number());
    }
  }

  private void write(JournalEffect.Write it) {
    byte[] old = objects.getOrDefault(it.object(), new byte[0]);
    int end = (int) it.offset() + it.bytes().size();
    byte[] now = Arrays.copyOf(old, Math.max(old.length, end));
    it.bytes().copyTo(now, (int) it.offset());
    objects.put(it.object(), now);
  }

  /**
   * The writer is gone. Effects that were asked for are done or not, whatever the order: they are
   * about different objects.
   *
   * @param done bit i says whether the i-th effect was done
   */
  void crash(int done) {
    for (int i = 0; !asked.isEmpty(); i++) {
      JournalEffect effect = asked.removeFirst();
      if ((done >>> i & 1) != 0) {
        carryOut(effect);
      }
    }
  }

  private void carryOut(JournalEffect effect) {
    switch (effect) {
      case JournalEffect.Write it -> write(it);
      case JournalEffect.WriteHead it -> head = it.head();
      case JournalEffect.Remove it -> objects.remove(it.object());
    }
  }

  JournalHead head() {
    return head == null ? JournalHead.EMPTY : head;
  }

  @Nullable Payload object(String name) {
    byte[] bytes = objects.get(name);
    return bytes == null ? null : Payload.wrap(bytes.clone());
  }

  /** Names of the objects, in the order of the names. */
  SortedMap<String, byte[]> objects() {
    return objects;
  }

  /** Number of bytes in all objects. */
  long bytes() {
    return objects.values().stream().mapToLong(it -> it.length).sum();
  }

  /** Flips one bit of the n-th byte of all objects; returns the name of the object. */
  String flip(long at, int bit) {
    long rest = at;
    for (Map.Entry<String, byte[]> each : objects.entrySet()) {
      if (rest < each.getValue().length) {
        each.getValue()[(int) rest] ^= (byte) (1 << bit);
        return each.getKey();
      }
      rest -= each.getValue().length;
    }
    throw new IllegalArgumentException("no byte " + at);
  }
}
