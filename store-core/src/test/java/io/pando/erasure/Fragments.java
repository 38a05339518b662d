package io.pando.erasure;

import io.pando.erasure.kernel.ByteRows;
import io.pando.random.Random64;

/** The fragments of an object in tests: one array for each position. */
final class Fragments {
  private Fragments() {}

  static byte[][] empty(ErasureCode code, int length) {
    return new byte[code.positions()][length];
  }

  /** Random data, encoded. */
  static byte[][] random(ErasureCode code, int length, Random64 random) {
    byte[][] fragments = empty(code, length);
    code.dataPositions().forEach(position -> random.nextBytes(fragments[position]));
    encode(code, fragments);
    return fragments;
  }

  /** Computes the parity. */
  static void encode(ErasureCode code, byte[][] fragments) {
    FragmentTransform encoder = code.encoder(code.parameters().k());
    encoder
        .coder()
        .overwrite(
            rows(fragments, encoder.from()), rows(fragments, encoder.to()), fragments[0].length);
  }

  static ByteRows rows(byte[][] fragments, Positions positions) {
    ByteRows rows = new ByteRows(positions.size());
    positions.forEach(position -> rows.set(positions.indexOf(position), fragments[position], 0));
    return rows;
  }
}
