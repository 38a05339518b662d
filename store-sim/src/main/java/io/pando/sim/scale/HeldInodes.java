package io.pando.sim.scale;

import io.pando.fs.CapabilitySet;

/**
 * Inodes for which a client has capabilities, with few bytes for each: a model of many clients has
 * to leave the memory to the server that is measured. A hash table with linear probing.
 *
 * <p>Not a {@link io.pando.collect.TableByNumber}: a client gives up inodes in the order of its
 * table. If the server's tables, which are such, had the same order, one part of them would be
 * emptied while the others fill up, and each change would move a long run of numbers. For the same
 * reason at most half of the slots are used.
 */
final class HeldInodes {
  private static final int FEWEST = 1024;
  private static final long MIX = 0x9e3779b97f4a7c15L;

  private long[] inodes = new long[FEWEST];
  private short[] bits = new short[FEWEST];
  private int size;
  private int hand;

  int size() {
    return size;
  }

  private int slot(long ino) {
    int mask = inodes.length - 1;
    int at = (int) ((ino * MIX) >>> 33) & mask;
    while (inodes[at] != 0 && inodes[at] != ino) {
      at = (at + 1) & mask;
    }
    return at;
  }

  CapabilitySet get(long ino) {
    return new CapabilitySet(bits[slot(ino)]);
  }

  /** Sets what the client has; nothing forgets the inode. */
  void set(long ino, CapabilitySet has) {
    int at = slot(ino);
    if (has.isEmpty()) {
      if (inodes[at] != 0) {
        remove(at);
      }
      return;
    }
    size += inodes[at] == 0 ? 1 : 0;
    inodes[at] = ino;
    bits[at] = (short) has.bits();
    if (size * 2 > inodes.length) {
      grow();
    }
  }

  /** Moves what follows into the gap, where it belongs there. */
  private void remove(int from) {
    int mask = inodes.length - 1;
    size--;
    int gap = from;
    clear(gap);
    for (int at = (gap + 1) & mask; inodes[at] != 0; at = (at + 1) & mask) {
      long ino = inodes[at];
      short has = bits[at];
      clear(at);
      int to = slot(ino);
      inodes[to] = ino;
      bits[to] = has;
    }
  }

  private void clear(int at) {
    inodes[at] = 0;
    bits[at] = 0;
  }

  private void grow() {
    long[] oldInodes = inodes;
    short[] oldBits = bits;
    inodes = new long[oldInodes.length * 2];
    bits = new short[inodes.length];
    for (int i = 0; i < oldInodes.length; i++) {
      if (oldInodes[i] != 0) {
        int to = slot(oldInodes[i]);
        inodes[to] = oldInodes[i];
        bits[to] = oldBits[i];
      }
    }
  }

  /** Some inode, another one each time; there must be one. */
  long any() {
    do {
      hand = (hand + 1) & (inodes.length - 1);
    } while (inodes[hand] == 0);
    return inodes[hand];
  }
}
