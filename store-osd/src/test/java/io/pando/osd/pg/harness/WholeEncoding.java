package io.pando.osd.pg.harness;

import io.pando.bytes.ByteRange;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.stripe.DataRange;
import io.pando.osd.pg.redundancy.Fragments;
import java.util.Arrays;

/** Encodes objects as a whole, without the code that does it in parts. */
public final class WholeEncoding {
  private WholeEncoding() {}

  /** The fragments of an object, by position. */
  public static byte[][] fragments(Fragments fragments, byte[] whole) {
    int rows = (int) fragments.layout().parityBytes(whole.length);
    byte[][] columns = new byte[fragments.layout().k()][rows];
    for (DataRange part : fragments.layout().fragmentRanges(new ByteRange(0, whole.length))) {
      int to = 0;
      for (ByteRange piece : fragments.layout().objectRanges(part.index(), part.range())) {
        System.arraycopy(
            whole, (int) piece.offset(), columns[part.index()], to, (int) piece.length());
        to += (int) piece.length();
      }
    }
    FragmentTransform encoder = fragments.code().encoder(columns.length);
    byte[][] parity = new byte[encoder.to().size()][rows];
    encoder.coder().overwrite(ByteRows.of(columns), ByteRows.of(parity), rows);
    byte[][] all = new byte[fragments.code().positions()][];
    for (int position = 0; position < all.length; position++) {
      byte[] row =
          encoder.to().contains(position)
              ? parity[encoder.to().indexOf(position)]
              : columns[fragments.code().dataPositions().indexOf(position)];
      all[position] = Arrays.copyOf(row, (int) fragments.fragmentBytes(position, whole.length));
    }
    return all;
  }
}
