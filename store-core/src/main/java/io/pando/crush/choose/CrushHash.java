package io.pando.crush.choose;

/**
 * The hash functions of placement: Robert Jenkins' 32-bit mix over two to four words, which CRUSH
 * uses for its draws, and his string hash, which turns an object's name into a number.
 *
 * <p>The hashes are written out so that they run in registers. {@link #draws} hashes a whole bucket
 * in one loop that the compiler vectorizes.
 */
public final class CrushHash {
  private static final int SEED = 1315423911;
  private static final int X = 231232;
  private static final int Y = 1232;
  private static final int GOLDEN_RATIO = 0x9e3779b9;
  private static final int STRING_BLOCK_BYTES = 12;

  private CrushHash() {}

  /** The hash of two words. */
  public static int hash32(int a, int b) {
    int x = X;
    int y = Y;
    int h = SEED ^ a ^ b;
    a = (a - b - h) ^ (h >>> 13);
    b = (b - h - a) ^ (a << 8);
    h = (h - a - b) ^ (b >>> 13);
    a = (a - b - h) ^ (h >>> 12);
    b = (b - h - a) ^ (a << 16);
    h = (h - a - b) ^ (b >>> 5);
    a = (a - b - h) ^ (h >>> 3);
    b = (b - h - a) ^ (a << 10);
    h = (h - a - b) ^ (b >>> 15);
    x = (x - a - h) ^ (h >>> 13);
    a = (a - h - x) ^ (x << 8);
    h = (h - x - a) ^ (a >>> 13);
    x = (x - a - h) ^ (h >>> 12);
    a = (a - h - x) ^ (x << 16);
    h = (h - x - a) ^ (a >>> 5);
    x = (x - a - h) ^ (h >>> 3);
    a = (a - h - x) ^ (x << 10);
    h = (h - x - a) ^ (a >>> 15);
    b = (b - y - h) ^ (h >>> 13);
    y = (y - h - b) ^ (b << 8);
    h = (h - b - y) ^ (y >>> 13);
    b = (b - y - h) ^ (h >>> 12);
    y = (y - h - b) ^ (b << 16);
    h = (h - b - y) ^ (y >>> 5);
    b = (b - y - h) ^ (h >>> 3);
    y = (y - h - b) ^ (b << 10);
    h = (h - b - y) ^ (y >>> 15);
    return h;
  }

  /** The hash of three words. */
  public static int hash32(int a, int b, int c) {
    int x = X;
    int y = Y;
    int h = SEED ^ a ^ b ^ c;
    a = (a - b - h) ^ (h >>> 13);
    b = (b - h - a) ^ (a << 8);
    h = (h - a - b) ^ (b >>> 13);
    a = (a - b - h) ^ (h >>> 12);
    b = (b - h - a) ^ (a << 16);
    h = (h - a - b) ^ (b >>> 5);
    a = (a - b - h) ^ (h >>> 3);
    b = (b - h - a) ^ (a << 10);
    h = (h - a - b) ^ (b >>> 15);
    c = (c - x - h) ^ (h >>> 13);
    x = (x - h - c) ^ (c << 8);
    h = (h - c - x) ^ (x >>> 13);
    c = (c - x - h) ^ (h >>> 12);
    x = (x - h - c) ^ (c << 16);
    h = (h - c - x) ^ (x >>> 5);
    c = (c - x - h) ^ (h >>> 3);
    x = (x - h - c) ^ (c << 10);
    h = (h - c - x) ^ (x >>> 15);
    y = (y - a - h) ^ (h >>> 13);
    a = (a - h - y) ^ (y << 8);
    h = (h - y - a) ^ (a >>> 13);
    y = (y - a - h) ^ (h >>> 12);
    a = (a - h - y) ^ (y << 16);
    h = (h - y - a) ^ (a >>> 5);
    y = (y - a - h) ^ (h >>> 3);
    a = (a - h - y) ^ (y << 10);
    h = (h - y - a) ^ (a >>> 15);
    b = (b - x - h) ^ (h >>> 13);
    x = (x - h - b) ^ (b << 8);
    h = (h - b - x) ^ (x >>> 13);
    b = (b - x - h) ^ (h >>> 12);
    x = (x - h - b) ^ (b << 16);
    h = (h - b - x) ^ (x >>> 5);
    b = (b - x - h) ^ (h >>> 3);
    x = (x - h - b) ^ (b << 10);
    h = (h - b - x) ^ (x >>> 15);
    y = (y - c - h) ^ (h >>> 13);
    c = (c - h - y) ^ (y << 8);
    h = (h - y - c) ^ (c >>> 13);
    y = (y - c - h) ^ (h >>> 12);
    c = (c - h - y) ^ (y << 16);
    h = (h - y - c) ^ (c >>> 5);
    y = (y - c - h) ^ (h >>> 3);
    c = (c - h - y) ^ (y << 10);
    h = (h - y - c) ^ (c >>> 15);
    return h;
  }

  /** The hash of four words. */
  public static int hash32(int a, int b, int c, int d) {
    int x = X;
    int y = Y;
    int h = SEED ^ a ^ b ^ c ^ d;
    a = (a - b - h) ^ (h >>> 13);
    b = (b - h - a) ^ (a << 8);
    h = (h - a - b) ^ (b >>> 13);
    a = (a - b - h) ^ (h >>> 12);
    b = (b - h - a) ^ (a << 16);
    h = (h - a - b) ^ (b >>> 5);
    a = (a - b - h) ^ (h >>> 3);
    b = (b - h - a) ^ (a << 10);
    h = (h - a - b) ^ (b >>> 15);
    c = (c - d - h) ^ (h >>> 13);
    d = (d - h - c) ^ (c << 8);
    h = (h - c - d) ^ (d >>> 13);
    c = (c - d - h) ^ (h >>> 12);
    d = (d - h - c) ^ (c << 16);
    h = (h - c - d) ^ (d >>> 5);
    c = (c - d - h) ^ (h >>> 3);
    d = (d - h - c) ^ (c << 10);
    h = (h - c - d) ^ (d >>> 15);
    a = (a - x - h) ^ (h >>> 13);
    x = (x - h - a) ^ (a << 8);
    h = (h - a - x) ^ (x >>> 13);
    a = (a - x - h) ^ (h >>> 12);
    x = (x - h - a) ^ (a << 16);
    h = (h - a - x) ^ (x >>> 5);
    a = (a - x - h) ^ (h >>> 3);
    x = (x - h - a) ^ (a << 10);
    h = (h - a - x) ^ (x >>> 15);
    y = (y - b - h) ^ (h >>> 13);
    b = (b - h - y) ^ (y << 8);
    h = (h - y - b) ^ (b >>> 13);
    y = (y - b - h) ^ (h >>> 12);
    b = (b - h - y) ^ (y << 16);
    h = (h - y - b) ^ (b >>> 5);
    y = (y - b - h) ^ (h >>> 3);
    b = (b - h - y) ^ (y << 10);
    h = (h - y - b) ^ (b >>> 15);
    c = (c - x - h) ^ (h >>> 13);
    x = (x - h - c) ^ (c << 8);
    h = (h - c - x) ^ (x >>> 13);
    c = (c - x - h) ^ (h >>> 12);
    x = (x - h - c) ^ (c << 16);
    h = (h - c - x) ^ (x >>> 5);
    c = (c - x - h) ^ (h >>> 3);
    x = (x - h - c) ^ (c << 10);
    h = (h - c - x) ^ (x >>> 15);
    y = (y - d - h) ^ (h >>> 13);
    d = (d - h - y) ^ (y << 8);
    h = (h - y - d) ^ (d >>> 13);
    y = (y - d - h) ^ (h >>> 12);
    d = (d - h - y) ^ (y << 16);
    h = (h - y - d) ^ (d >>> 5);
    y = (y - d - h) ^ (h >>> 3);
    d = (d - h - y) ^ (y << 10);
    h = (h - y - d) ^ (d >>> 15);
    return h;
  }

  /** Computes for each item the low 16 bits of the hash of {@code (x, item, r)}. */
  static void draws(int key, int[] items, int r, int[] draws) {
    for (int i = 0; i < items.length; i++) {
      int a = key;
      int b = items[i];
      int c = r;
      int x = X;
      int y = Y;
      int h = SEED ^ a ^ b ^ c;
      a = (a - b - h) ^ (h >>> 13);
      b = (b - h - a) ^ (a << 8);
      h = (h - a - b) ^ (b >>> 13);
      a = (a - b - h) ^ (h >>> 12);
      b = (b - h - a) ^ (a << 16);
      h = (h - a - b) ^ (b >>> 5);
      a = (a - b - h) ^ (h >>> 3);
      b = (b - h - a) ^ (a << 10);
      h = (h - a - b) ^ (b >>> 15);
      c = (c - x - h) ^ (h >>> 13);
      x = (x - h - c) ^ (c << 8);
      h = (h - c - x) ^ (x >>> 13);
      c = (c - x - h) ^ (h >>> 12);
      x = (x - h - c) ^ (c << 16);
      h = (h - c - x) ^ (x >>> 5);
      c = (c - x - h) ^ (h >>> 3);
      x = (x - h - c) ^ (c << 10);
      h = (h - c - x) ^ (x >>> 15);
      y = (y - a - h) ^ (h >>> 13);
      a = (a - h - y) ^ (y << 8);
      h = (h - y - a) ^ (a >>> 13);
      y = (y - a - h) ^ (h >>> 12);
      a = (a - h - y) ^ (y << 16);
      h = (h - y - a) ^ (a >>> 5);
      y = (y - a - h) ^ (h >>> 3);
      a = (a - h - y) ^ (y << 10);
      h = (h - y - a) ^ (a >>> 15);
      b = (b - x - h) ^ (h >>> 13);
      x = (x - h - b) ^ (b << 8);
      h = (h - b - x) ^ (x >>> 13);
      b = (b - x - h) ^ (h >>> 12);
      x = (x - h - b) ^ (b << 16);
      h = (h - b - x) ^ (x >>> 5);
      b = (b - x - h) ^ (h >>> 3);
      x = (x - h - b) ^ (b << 10);
      h = (h - b - x) ^ (x >>> 15);
      y = (y - c - h) ^ (h >>> 13);
      c = (c - h - y) ^ (y << 8);
      h = (h - y - c) ^ (c >>> 13);
      y = (y - c - h) ^ (h >>> 12);
      c = (c - h - y) ^ (y << 16);
      h = (h - y - c) ^ (c >>> 5);
      y = (y - c - h) ^ (h >>> 3);
      c = (c - h - y) ^ (y << 10);
      h = (h - y - c) ^ (c >>> 15);
      draws[i] = h & 0xffff;
    }
  }

  /**
   * The hash of an object's name.
   *
   * @param utf8 the name's bytes, after the namespace and a unit separator (0x1f) if it has one
   */
  public static int stringHash(byte[] utf8) {
    int a = GOLDEN_RATIO;
    int b = GOLDEN_RATIO;
    int c = 0;
    int offset = 0;
    while (true) {
      boolean last = utf8.length - offset < STRING_BLOCK_BYTES;
      a += word(utf8, offset);
      b += word(utf8, offset + 4);
      // The length is in the lowest byte of the last word of the last block.
      c += last ? (word(utf8, offset + 8) << 8) + utf8.length : word(utf8, offset + 8);
      a = (a - b - c) ^ (c >>> 13);
      b = (b - c - a) ^ (a << 8);
      c = (c - a - b) ^ (b >>> 13);
      a = (a - b - c) ^ (c >>> 12);
      b = (b - c - a) ^ (a << 16);
      c = (c - a - b) ^ (b >>> 5);
      a = (a - b - c) ^ (c >>> 3);
      b = (b - c - a) ^ (a << 10);
      c = (c - a - b) ^ (b >>> 15);
      if (last) {
        return c;
      }
      offset += STRING_BLOCK_BYTES;
    }
  }

  /** Four bytes in little-endian order; bytes beyond the end are zero. */
  private static int word(byte[] bytes, int offset) {
    int word = 0;
    for (int i = Math.min(offset + 3, bytes.length - 1); i >= offset; i--) {
      word = (word << 8) | (bytes[i] & 0xff);
    }
    return word;
  }
}
