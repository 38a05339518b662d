package io.pando.erasure.digest;

import java.util.Objects;

/**
 * The digest of a fragment whose ranges are added one after the other. The order does not matter;
 * ascending order is fastest. No byte may be added twice. What is not added counts as zeros, and
 * leaving it out costs nothing but the power of the key behind it. For one thread.
 */
public final class DigestSum {
  private final LinearDigest digest;
  private FragmentDigest sum = FragmentDigest.ZERO;

  /** A block, and the power of the key that is its factor. */
  private long block;

  private FragmentDigest factor = DigestField.ONE;

  /** The last number of blocks by which {@link #block} advanced, and the factor of that. */
  private long step;

  private FragmentDigest stepFactor = DigestField.ONE;

  DigestSum(LinearDigest digest) {
    this.digest = digest;
  }

  /** Adds a range of the fragment, which begins at {@code offset}. */
  public void add(long offset, byte[] array, int from, int length) {
    Objects.checkFromIndexSize(from, length, array.length);
    if (offset < 0) {
      throw new IllegalArgumentException("offset " + offset + " is negative");
    }
    if (length == 0) {
      return;
    }
    int before = (int) (offset % FragmentDigest.BYTES);
    int head = before == 0 ? 0 : Math.min(length, FragmentDigest.BYTES - before);
    if (head > 0) {
      addBlocks(offset / FragmentDigest.BYTES, partOfBlock(array, from, head, before));
    }
    int rest = length - head;
    if (rest > 0) {
      int blocks = rest / FragmentDigest.BYTES;
      int tail = rest % FragmentDigest.BYTES;
      FragmentDigest last = partOfBlock(array, from + length - tail, tail, 0);
      FragmentDigest value = digest.value(last, array, from + head, blocks);
      addBlocks((offset + head) / FragmentDigest.BYTES, value);
    }
  }

  /** The digest of all that was added. */
  public FragmentDigest digest() {
    return sum;
  }

  private void addBlocks(long first, FragmentDigest value) {
    advance(first);
    sum = sum.plus(first == 0 ? value : DigestField.product(factor, value));
  }

  private void advance(long to) {
    if (to < block) {
      block = 0;
      factor = DigestField.ONE;
    }
    if (to > block) {
      if (to - block != step) {
        step = to - block;
        stepFactor = digest.factor(step);
      }
      factor = DigestField.product(factor, stepFactor);
      block = to;
    }
  }

  /** Fewer than 16 bytes, {@code before} bytes behind the beginning of their block. */
  private static FragmentDigest partOfBlock(byte[] array, int from, int length, int before) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < length; i++) {
      int place = before + i;
      long shifted = (array[from + i] & 0xFFL) << (Byte.SIZE * (place % Long.BYTES));
      if (place < Long.BYTES) {
        low |= shifted;
      } else {
        high |= shifted;
      }
    }
    return new FragmentDigest(low, high);
  }
}
