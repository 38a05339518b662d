package io.pando.disk.pack;

/**
 * One way to make bytes smaller. It has no state: any thread may use it at any time. What cannot be
 * made smaller gets longer by a 128th and a few bytes, no more.
 */
public interface Codec {
  /**
   * Packs all bytes of an array.
   *
   * @param into from its beginning on, at most to its end
   * @return how many bytes came of it; negative if {@code into} has no room for them
   */
  int pack(byte[] from, byte[] into);

  /**
   * Brings back what was packed.
   *
   * @param length of what came of packing, at the beginning of {@code from}
   * @param into as long as what was packed
   * @return whether these bytes came of packing so many; if not, {@code into} holds rubbish
   */
  boolean unpack(byte[] from, int length, byte[] into);
}
