package io.pando.disk.transfer;

/**
 * What went from one store to another.
 *
 * @param objects damaged ones included
 * @param bytes of objects' data, holes not included
 * @param damaged objects of which nothing but the name went
 */
public record Transferred(long collections, long objects, long bytes, long damaged) {
  static final Transferred NOTHING = new Transferred(0, 0, 0, 0);

  /** Both together. */
  Transferred plus(Transferred other) {
    return new Transferred(
        collections + other.collections,
        objects + other.objects,
        bytes + other.bytes,
        damaged + other.damaged);
  }
}
