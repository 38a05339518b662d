package io.pando.fs;

import io.pando.bytes.ByteRange;
import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.List;

/**
 * How the bytes of a file are divided among objects (paper 003, 3.2.1). Stripe units follow one
 * another over {@code stripeCount} objects; once each of these has {@code objectBytes}, the next
 * set of objects follows. With one object in a set, a file is cut into objects one after the other.
 *
 * <pre>
 *  stripeCount 3, two units in an object
 *  object 0: u0 u3    object 1: u1 u4    object 2: u2 u5
 *  object 3: u6 u9    object 4: u7 ...
 * </pre>
 *
 * An object that does not exist, and what is behind the end of one, are zeros of the file.
 *
 * @param stripeUnit bytes of a unit, a multiple of {@value #UNIT_STEP}
 * @param stripeCount objects in a set, 1 to {@value #MOST_OBJECTS_IN_SET}
 * @param objectBytes most bytes of an object, a multiple of the unit, at most {@value
 *     #MOST_OBJECT_BYTES}
 * @param pool where the objects are
 */
public record FileLayout(int stripeUnit, int stripeCount, int objectBytes, PoolId pool) {
  /** Stripe units are multiples of this many bytes. */
  public static final int UNIT_STEP = 4096;

  /** Most objects over which units are spread before the first gets its second one. */
  public static final int MOST_OBJECTS_IN_SET = 1024;

  /** Most bytes of an object of a file. */
  public static final int MOST_OBJECT_BYTES = 64 << 20;

  private static final int USUAL_OBJECT_BYTES = 4 << 20;

  /**
   * A part of a range of a file that lies in one piece in one object.
   *
   * @param object number of the object in the file
   * @param inObject where the part is in the object
   * @param fileOffset where it begins in the file
   */
  public record Extent(long object, ByteRange inObject, long fileOffset) {}

  public FileLayout {
    String problem = problem(stripeUnit, stripeCount, objectBytes);
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
  }

  /** The default layout: objects of 4 MiB. */
  public static FileLayout usual(PoolId pool) {
    return new FileLayout(USUAL_OBJECT_BYTES, 1, USUAL_OBJECT_BYTES, pool);
  }

  /** What is wrong with these numbers, as a sentence for people; empty if they make a layout. */
  public static String problem(int stripeUnit, int stripeCount, int objectBytes) {
    if (stripeUnit < UNIT_STEP || stripeUnit % UNIT_STEP != 0) {
      return "the stripe unit must be a multiple of " + UNIT_STEP + " bytes, is " + stripeUnit;
    }
    if (stripeCount < 1 || stripeCount > MOST_OBJECTS_IN_SET) {
      return "the stripe count must be 1 to " + MOST_OBJECTS_IN_SET + ", is " + stripeCount;
    }
    if (objectBytes > MOST_OBJECT_BYTES || objectBytes < 1 || objectBytes % stripeUnit != 0) {
      return "the object size must be a multiple of the stripe unit of %d bytes, at most %d, is %d"
          .formatted(stripeUnit, MOST_OBJECT_BYTES, objectBytes);
    }
    return "";
  }

  /** Bytes of the file in a set of objects. */
  private long setBytes() {
    return (long) objectBytes * stripeCount;
  }

  private long stripeBytes() {
    return (long) stripeUnit * stripeCount;
  }

  /** The parts of a range of the file, in the order of the file; neighbours in an object joined. */
  public List<Extent> extents(ByteRange ofFile) {
    List<Extent> extents = new ArrayList<>();
    long at = ofFile.offset();
    while (at < ofFile.end()) {
      long length = Math.min(ofFile.end() - at, stripeUnit - at % stripeUnit);
      long object = objectOf(at);
      long offset = offsetInObject(at);
      Extent last = extents.isEmpty() ? null : extents.getLast();
      if (last != null && last.object() == object && last.inObject().end() == offset) {
        ByteRange joined =
            new ByteRange(last.inObject().offset(), last.inObject().length() + length);
        extents.set(extents.size() - 1, new Extent(object, joined, last.fileOffset()));
      } else {
        extents.add(new Extent(object, new ByteRange(offset, length), at));
      }
      at += length;
    }
    return extents;
  }

  /** Number of the object that has a byte of the file. */
  public long objectOf(long fileOffset) {
    return fileOffset / setBytes() * stripeCount + fileOffset / stripeUnit % stripeCount;
  }

  /** Where a byte of the file is in its object. */
  public long offsetInObject(long fileOffset) {
    return fileOffset % setBytes() / stripeBytes() * stripeUnit + fileOffset % stripeUnit;
  }

  /** Where a byte of an object is in the file. */
  public long fileOffset(long object, long inObject) {
    return object / stripeCount * setBytes()
        + inObject / stripeUnit * stripeBytes()
        + object % stripeCount * stripeUnit
        + inObject % stripeUnit;
  }

  /** Number of objects that a file of this size may have; all have smaller numbers. */
  public long objects(long fileBytes) {
    long inLastSet = Math.ceilDiv(fileBytes % setBytes(), stripeUnit);
    return fileBytes / setBytes() * stripeCount + Math.min(inLastSet, stripeCount);
  }

  /** Size of an object of a file of this size, if it has no hole at its end. */
  public long bytesOfObject(long object, long fileBytes) {
    long rest = Math.clamp(fileBytes - object / stripeCount * setBytes(), 0, setBytes());
    long inStripe = rest % stripeBytes() - object % stripeCount * stripeUnit;
    return rest / stripeBytes() * stripeUnit + Math.clamp(inStripe, 0, stripeUnit);
  }

  /** The least size of a file of which an object has this many bytes; 0 if it has none. */
  public long fileBytes(long object, long bytesOfObject) {
    return bytesOfObject == 0 ? 0 : fileOffset(object, bytesOfObject - 1) + 1;
  }
}
