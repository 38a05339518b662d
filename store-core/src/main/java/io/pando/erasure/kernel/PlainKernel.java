package io.pando.erasure.kernel;

import io.pando.erasure.field.GfMatrix;
import java.util.stream.IntStream;

/**
 * The kernel in plain Java, which works on every JVM. It computes with eight elements in a {@code
 * long}, by XOR and doubling alone: a product with an element is a sum of doublings, one for each
 * bit of the element. Its loops have the simple form that the JVM's compiler turns into vector
 * instructions by itself.
 *
 * <p>Long rows are processed in blocks, whose rows stay in the processor's first cache during all
 * passes over them.
 */
public final class PlainKernel implements GfKernel {
  /** The name of this kernel. */
  public static final String NAME = "plain";

  /** Bytes of a block; a multiple of eight. */
  static final int BLOCK_BYTES = 4096;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public RowCoder prepare(GfMatrix matrix) {
    return new PlainCoder(matrix);
  }

  private static final class PlainCoder implements RowCoder {
    private final GfMatrix matrix;
    private final RowProgram[] programs;

    PlainCoder(GfMatrix matrix) {
      this.matrix = matrix;
      this.programs =
          IntStream.range(0, matrix.rows())
              .mapToObj(row -> new RowProgram(matrix, row))
              .toArray(RowProgram[]::new);
    }

    @Override
    public GfMatrix matrix() {
      return matrix;
    }

    @Override
    public void overwrite(ByteRows in, ByteRows out, int length) {
      in.require(matrix.columns(), length);
      out.require(matrix.rows(), length);
      for (int at = 0; at < length; at += BLOCK_BYTES) {
        int bytes = Math.min(BLOCK_BYTES, length - at);
        for (RowProgram program : programs) {
          program.overwrite(in, out, at, bytes);
        }
      }
    }

    @Override
    public void accumulate(ByteRows in, ByteRows out, int length) {
      in.require(matrix.columns(), length);
      out.require(matrix.rows(), length);
      for (int at = 0; at < length; at += BLOCK_BYTES) {
        int bytes = Math.min(BLOCK_BYTES, length - at);
        for (RowProgram program : programs) {
          program.accumulate(in, out, at, bytes);
        }
      }
    }
  }
}
