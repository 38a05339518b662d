package io.pando.format;

import static io.pando.codec.Field.list;

import io.pando.codec.RecordFormat;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;

/** Records of a raw store that are defined as shapes. */
public final class RawRecords {
  public static final Shape<RawShares> SHARES_SHAPE =
      Shape.of(RawShares.class, list(1, Scalar.UINT32));

  /** Format of the reference counts of shared blocks. */
  public static final RecordFormat<RawShares> SHARES = RecordFormat.of(1, SHARES_SHAPE);

  private RawRecords() {}
}
