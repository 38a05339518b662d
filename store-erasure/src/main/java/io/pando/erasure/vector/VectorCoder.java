package io.pando.erasure.vector;

import io.pando.erasure.field.GfMatrix;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.RowCoder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * A matrix and its tables. Two output rows are computed together, so that an input row is read and
 * split into halves of bytes once for both; and two vectors of them, so that a table is loaded once
 * for both.
 */
final class VectorCoder implements RowCoder {
  private static final VectorSpecies<Byte> SPECIES = NibbleTables.SPECIES;
  private static final int VECTOR = SPECIES.length();
  private static final int STEP = 2 * VECTOR;
  private static final byte LOW_HALF = 0xF;

  private final GfMatrix matrix;
  private final int columns;
  private final NibbleTables tables;

  VectorCoder(GfMatrix matrix) {
    this.matrix = matrix;
    this.columns = matrix.columns();
    this.tables = new NibbleTables(matrix);
  }

  @Override
  public GfMatrix matrix() {
    return matrix;
  }

  @Override
  public void overwrite(ByteRows in, ByteRows out, int length) {
    run(in, out, length, false);
  }

  @Override
  public void accumulate(ByteRows in, ByteRows out, int length) {
    run(in, out, length, true);
  }

  private void run(ByteRows in, ByteRows out, int length, boolean accumulate) {
    in.require(columns, length);
    out.require(matrix.rows(), length);
    int whole = length - length % STEP;
    // A loop that runs zero times at first is compiled for that, and may stay slow afterwards.
    if (whole > 0) {
      int row = 0;
      for (; row + 1 < matrix.rows(); row += 2) {
        twoRows(in, out, row, whole, accumulate);
      }
      if (row < matrix.rows()) {
        oneRow(in, out, row, whole, accumulate);
      }
    }
    if (whole < length) {
      for (int row = 0; row < matrix.rows(); row++) {
        rest(in, out, row, whole, length, accumulate);
      }
    }
  }

  private void twoRows(ByteRows in, ByteRows out, int row, int length, boolean accumulate) {
    byte[] one = out.array(row);
    byte[] two = out.array(row + 1);
    int oneAt = out.offset(row);
    int twoAt = out.offset(row + 1);
    byte[] products = tables.array();
    for (int at = 0; at < length; at += STEP) {
      ByteVector one0 = begin(one, oneAt + at, accumulate);
      ByteVector one1 = begin(one, oneAt + at + VECTOR, accumulate);
      ByteVector two0 = begin(two, twoAt + at, accumulate);
      ByteVector two1 = begin(two, twoAt + at + VECTOR, accumulate);
      for (int column = 0; column < columns; column++) {
        byte[] array = in.array(column);
        int from = in.offset(column) + at;
        ByteVector bytes0 = ByteVector.fromArray(SPECIES, array, from);
        ByteVector bytes1 = ByteVector.fromArray(SPECIES, array, from + VECTOR);
        ByteVector low0 = bytes0.and(LOW_HALF);
        ByteVector low1 = bytes1.and(LOW_HALF);
        ByteVector high0 = highHalves(bytes0);
        ByteVector high1 = highHalves(bytes1);
        int table = tables.at(row, column);
        ByteVector ofLow = ByteVector.fromArray(SPECIES, products, table);
        ByteVector ofHigh = ByteVector.fromArray(SPECIES, products, table + VECTOR);
        one0 = plus(one0, low0.selectFrom(ofLow), high0.selectFrom(ofHigh));
        one1 = plus(one1, low1.selectFrom(ofLow), high1.selectFrom(ofHigh));
        table = tables.at(row + 1, column);
        ofLow = ByteVector.fromArray(SPECIES, products, table);
        ofHigh = ByteVector.fromArray(SPECIES, products, table + VECTOR);
        two0 = plus(two0, low0.selectFrom(ofLow), high0.selectFrom(ofHigh));
        two1 = plus(two1, low1.selectFrom(ofLow), high1.selectFrom(ofHigh));
      }
      one0.intoArray(one, oneAt + at);
      one1.intoArray(one, oneAt + at + VECTOR);
      two0.intoArray(two, twoAt + at);
      two1.intoArray(two, twoAt + at + VECTOR);
    }
  }

  private void oneRow(ByteRows in, ByteRows out, int row, int length, boolean accumulate) {
    byte[] one = out.array(row);
    int oneAt = out.offset(row);
    byte[] products = tables.array();
    for (int at = 0; at < length; at += STEP) {
      ByteVector one0 = begin(one, oneAt + at, accumulate);
      ByteVector one1 = begin(one, oneAt + at + VECTOR, accumulate);
      for (int column = 0; column < columns; column++) {
        byte[] array = in.array(column);
        int from = in.offset(column) + at;
        ByteVector bytes0 = ByteVector.fromArray(SPECIES, array, from);
        ByteVector bytes1 = ByteVector.fromArray(SPECIES, array, from + VECTOR);
        int table = tables.at(row, column);
        ByteVector ofLow = ByteVector.fromArray(SPECIES, products, table);
        ByteVector ofHigh = ByteVector.fromArray(SPECIES, products, table + VECTOR);
        one0 = add(one0, bytes0, ofLow, ofHigh);
        one1 = add(one1, bytes1, ofLow, ofHigh);
      }
      one0.intoArray(one, oneAt + at);
      one1.intoArray(one, oneAt + at + VECTOR);
    }
  }

  /** Adds the products of a coefficient and the elements of a vector. */
  private static ByteVector add(
      ByteVector sum, ByteVector bytes, ByteVector ofLow, ByteVector ofHigh) {
    ByteVector low = bytes.and(LOW_HALF);
    return plus(sum, low.selectFrom(ofLow), highHalves(bytes).selectFrom(ofHigh));
  }

  private static ByteVector plus(ByteVector sum, ByteVector one, ByteVector other) {
    return sum.lanewise(VectorOperators.XOR, one).lanewise(VectorOperators.XOR, other);
  }

  private static ByteVector begin(byte[] array, int at, boolean accumulate) {
    return accumulate ? ByteVector.fromArray(SPECIES, array, at) : ByteVector.zero(SPECIES);
  }

  /** Shifts longs, because processors have no shift of bytes. */
  private static ByteVector highHalves(ByteVector bytes) {
    return bytes
        .reinterpretAsLongs()
        .lanewise(VectorOperators.LSHR, 4)
        .reinterpretAsBytes()
        .and(LOW_HALF);
  }

  /** The bytes behind the last pair of vectors: one vector at a time, the last one in part. */
  private void rest(ByteRows in, ByteRows out, int row, int whole, int length, boolean accumulate) {
    byte[] one = out.array(row);
    int oneAt = out.offset(row);
    byte[] products = tables.array();
    for (int at = whole; at < length; at += VECTOR) {
      VectorMask<Byte> within = SPECIES.indexInRange(at, length);
      ByteVector sum = accumulate ? load(one, oneAt + at, within) : ByteVector.zero(SPECIES);
      for (int column = 0; column < columns; column++) {
        ByteVector bytes = load(in.array(column), in.offset(column) + at, within);
        int table = tables.at(row, column);
        ByteVector ofLow = ByteVector.fromArray(SPECIES, products, table);
        ByteVector ofHigh = ByteVector.fromArray(SPECIES, products, table + VECTOR);
        sum = add(sum, bytes, ofLow, ofHigh);
      }
      sum.intoArray(one, oneAt + at, within);
    }
  }

  private static ByteVector load(byte[] array, int at, VectorMask<Byte> within) {
    return ByteVector.fromArray(SPECIES, array, at, within);
  }
}
