package io.pando.mds.journal;

/**
 * Where a journal is: one head object, and objects of a fixed size that are numbered from 0 on. A
 * position is a number of bytes from the beginning of object 0, however many objects were removed
 * since.
 *
 * @param rank the rank whose journal it is
 * @param objectBytes size of an object, a multiple of {@value #ALIGNMENT}
 */
public record JournalLayout(int rank, int objectBytes) {
  /** Batches begin at multiples of this many bytes. */
  static final int ALIGNMENT = 8;

  /** Size of the objects of new journals. */
  public static final int USUAL_OBJECT_BYTES = 4 << 20;

  private static final int MOST_OBJECT_BYTES = 64 << 20;
  private static final int FEWEST_OBJECT_BYTES = 1 << 10;

  public JournalLayout {
    if (rank < 0
        || objectBytes < FEWEST_OBJECT_BYTES
        || objectBytes > MOST_OBJECT_BYTES
        || objectBytes % ALIGNMENT != 0) {
      throw new IllegalArgumentException(
          "a journal of rank %d in objects of %d bytes".formatted(rank, objectBytes));
    }
  }

  /** Number of the object at a position. */
  long objectOf(long position) {
    return position / objectBytes;
  }

  /** Position of the first byte of an object. */
  long beginOf(long object) {
    return object * objectBytes;
  }

  /** Bytes from a position to the end of its object. */
  int roomAt(long position) {
    return objectBytes - offsetOf(position);
  }

  int offsetOf(long position) {
    return (int) (position % objectBytes);
  }

  /** Name of an object. */
  public String nameOf(long object) {
    return "journal.%d.%d".formatted(rank, object);
  }

  /** Name of the object whose attributes say where the journal begins. */
  public String headName() {
    return "journal.%d".formatted(rank);
  }
}
