package io.pando.disk.transfer;

/**
 * Totals of a transfer.
 *
 * @param objects number of objects, including damaged ones
 * @param bytes bytes of objects' data, without holes
 * @param damaged number of objects of which only the name was transferred
 */
public record Transferred(long collections, long objects, long bytes, long damaged) {
  static final Transferred NOTHING = new Transferred(0, 0, 0, 0);

  /** The sum of both. */
  Transferred plus(Transferred other) {
    return new Transferred(
        collections + other.collections,
        objects + other.objects,
        bytes + other.bytes,
        damaged + other.damaged);
  }
}
