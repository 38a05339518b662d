package io.pando.disk.pack;

/**
 * A compression algorithm. It has no state: any thread may use it at any time. Incompressible data
 * grow by at most a 128th and a few bytes.
 */
public interface Codec {
  /**
   * Compresses all bytes of an array.
   *
   * @param into target, filled from its beginning
   * @return length of the result; negative if it does not fit into {@code into}
   */
  int pack(byte[] from, byte[] into);

  /**
   * Decompresses bytes.
   *
   * @param length length of the compressed bytes at the beginning of {@code from}
   * @param into target, as long as the original bytes
   * @return whether the compressed bytes are valid and have this original length; if not, the
   *     contents of {@code into} are undefined
   */
  boolean unpack(byte[] from, int length, byte[] into);
}
