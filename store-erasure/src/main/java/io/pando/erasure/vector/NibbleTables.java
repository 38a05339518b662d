package io.pando.erasure.vector;

import io.pando.erasure.field.Gf256;
import io.pando.erasure.field.GfMatrix;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The products of each coefficient of a matrix and all 16 values of the lower half, and of the
 * upper half, of a byte. A product is the sum of two of them. Each table fills a vector, so that
 * one instruction looks up all bytes of another vector.
 */
final class NibbleTables {
  static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_PREFERRED;

  private static final int NIBBLES = 16;

  private final int vectorBytes = SPECIES.length();
  private final int columns;
  private final byte[] tables;

  NibbleTables(GfMatrix matrix) {
    this.columns = matrix.columns();
    this.tables = new byte[matrix.rows() * columns * 2 * vectorBytes];
    for (int row = 0; row < matrix.rows(); row++) {
      for (int column = 0; column < columns; column++) {
        int coefficient = matrix.get(row, column);
        int at = at(row, column);
        for (int i = 0; i < vectorBytes; i++) {
          int nibble = i % NIBBLES;
          tables[at + i] = (byte) Gf256.product(coefficient, nibble);
          tables[at + vectorBytes + i] = (byte) Gf256.product(coefficient, nibble << 4);
        }
      }
    }
  }

  /**
   * Where the table of the lower halves of a coefficient begins; that of the upper ones follows.
   */
  int at(int row, int column) {
    return (row * columns + column) * 2 * vectorBytes;
  }

  byte[] array() {
    return tables;
  }

  /** The product of a coefficient and one element. */
  int product(int row, int column, byte element) {
    int at = at(row, column);
    return tables[at + (element & 0xF)] ^ tables[at + vectorBytes + (element >> 4 & 0xF)];
  }
}
