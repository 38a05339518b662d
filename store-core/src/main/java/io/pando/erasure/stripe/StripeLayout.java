package io.pando.erasure.stripe;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.List;

/**
 * How the bytes of an object are divided among its k data fragments. The object is cut into
 * <em>stripes</em> of k units; unit i of each stripe belongs to data fragment i, and the units of a
 * fragment follow one another in it without gaps. A parity fragment has the parity of stripe s
 * where the data fragments have their units of stripe s.
 *
 * <pre>
 *  object      | stripe 0              | stripe 1              | stripe 2   (short)
 *              | u0    | u1    | u2    | u3    | u4    | u5    | u6    | u7
 *  fragment 0    u0 u3 u6
 *  fragment 1    u1 u4 u7
 *  fragment 2    u2 u5
 *  parity        p0 p1 p2                p2 is as long as u6
 * </pre>
 *
 * Nothing is padded: a fragment ends with the object's last byte in it, and bytes behind its end
 * count as zeros.
 *
 * @param k number of data fragments, positive
 * @param unit bytes of a unit, positive
 */
public record StripeLayout(int k, int unit) {
  public StripeLayout {
    if (k < 1 || unit < 1) {
      throw new IllegalArgumentException("k is " + k + ", and a unit has " + unit + " bytes");
    }
  }

  /** Bytes of an object in a whole stripe. */
  public long stripeBytes() {
    return (long) k * unit;
  }

  /** Number of stripes of an object of this size; the last one may be short. */
  public long stripes(long objectBytes) {
    return Math.ceilDiv(objectBytes, stripeBytes());
  }

  /**
   * Size of a data fragment of an object of this size, which is also the number of its bytes that
   * lie before that offset in any larger object.
   */
  public long fragmentBytes(int index, long objectBytes) {
    long rest = objectBytes % stripeBytes();
    return objectBytes / stripeBytes() * unit + Math.clamp(rest - (long) index * unit, 0, unit);
  }

  /** Size of a parity fragment of an object of this size: that of the first data fragment. */
  public long parityBytes(long objectBytes) {
    return fragmentBytes(0, objectBytes);
  }

  /** The bytes of a data fragment that lie in a range of the object; they have no gaps. */
  public ByteRange fragmentRange(int index, ByteRange ofObject) {
    long from = fragmentBytes(index, ofObject.offset());
    return new ByteRange(from, fragmentBytes(index, ofObject.end()) - from);
  }

  /** The parts of the data fragments in a range of the object, without empty ones. */
  public List<DataRange> fragmentRanges(ByteRange ofObject) {
    List<DataRange> ranges = new ArrayList<>(k);
    for (int index = 0; index < k; index++) {
      ByteRange range = fragmentRange(index, ofObject);
      if (range.length() > 0) {
        ranges.add(new DataRange(index, range));
      }
    }
    return List.copyOf(ranges);
  }

  /** Offset in the object of a byte of a data fragment. */
  public long objectOffset(int index, long ofFragment) {
    return ofFragment / unit * stripeBytes() + (long) index * unit + ofFragment % unit;
  }

  /**
   * The pieces in which a range of a data fragment lies in the object, in order: one for each unit.
   *
   * @return ranges of the object; their lengths sum up to that of {@code ofFragment}
   */
  public List<ByteRange> objectRanges(int index, ByteRange ofFragment) {
    List<ByteRange> pieces = new ArrayList<>();
    long at = ofFragment.offset();
    while (at < ofFragment.end()) {
      long length = Math.min(ofFragment.end() - at, unit - at % unit);
      pieces.add(new ByteRange(objectOffset(index, at), length));
      at += length;
    }
    return pieces;
  }
}
