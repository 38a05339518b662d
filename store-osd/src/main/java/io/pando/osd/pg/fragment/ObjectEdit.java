package io.pando.osd.pg.fragment;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the steps of an update do to an object as a whole, whatever fragments it has. The bytes
 * after the update are the old bytes before {@link #kept}, then zeros up to {@link #size}, both
 * overwritten by the extents.
 */
final class ObjectEdit {
  /**
   * Bytes that the update writes.
   *
   * @param data the bytes; null for zeros
   */
  record Extent(long offset, long length, @Nullable Payload data) {
    long end() {
      return offset + length;
    }

    /** The part between two offsets within the extent. */
    Extent part(long from, long to) {
      return new Extent(
          from,
          to - from,
          data == null ? null : data.slice((int) (from - offset), (int) (to - from)));
    }
  }

  private final NavigableMap<Long, Extent> extents = new TreeMap<>();
  private final List<StoreOp.OnObject> attributes = new ArrayList<>();
  private boolean replaces;
  private boolean exists;
  private long kept;
  private long size;

  private ObjectEdit(boolean existed, long oldBytes) {
    this.exists = existed;
    this.kept = oldBytes;
    this.size = oldBytes;
  }

  /**
   * Puts together the steps of an update.
   *
   * @param oldBytes size of the object before; 0 if it does not exist
   */
  static ObjectEdit of(boolean existed, long oldBytes, List<? extends StoreOp> steps) {
    ObjectEdit edit = new ObjectEdit(existed, oldBytes);
    steps.forEach(edit::add);
    return edit;
  }

  private void add(StoreOp step) {
    switch (step) {
      case StoreOp.Remove _ -> {
        replaces = true;
        exists = false;
        kept = 0;
        size = 0;
        extents.clear();
        attributes.clear();
      }
      case StoreOp.Touch _ -> exists = true;
      case StoreOp.Write write ->
          put(new Extent(write.offset(), write.data().size(), write.data()));
      case StoreOp.Zero zero -> put(new Extent(zero.range().offset(), zero.range().length(), null));
      case StoreOp.Truncate cut -> {
        clear(cut.size(), Long.MAX_VALUE);
        kept = Math.min(kept, cut.size());
        size = cut.size();
        exists = true;
      }
      case StoreOp.PutAttributes put -> {
        attributes.add(put);
        exists = true;
      }
      case StoreOp.RemoveAttributes remove -> attributes.add(remove);
      default -> throw Invariant.unreachable("a step that fragments cannot take: " + step);
    }
  }

  private void put(Extent extent) {
    exists = true;
    size = Math.max(size, extent.end());
    if (extent.length() > 0) {
      clear(extent.offset(), extent.end());
      extents.put(extent.offset(), extent);
    }
  }

  /** Removes what earlier steps wrote to a range. */
  private void clear(long from, long to) {
    Map.Entry<Long, Extent> before = extents.lowerEntry(from);
    if (before != null && before.getValue().end() > from) {
      Extent whole = before.getValue();
      extents.put(whole.offset(), whole.part(whole.offset(), from));
      if (whole.end() > to) {
        extents.put(to, whole.part(to, whole.end()));
      }
    }
    NavigableMap<Long, Extent> within = extents.subMap(from, true, to, false);
    Map.Entry<Long, Extent> last = within.lastEntry();
    Extent rest =
        last != null && last.getValue().end() > to
            ? last.getValue().part(to, last.getValue().end())
            : null;
    within.clear();
    if (rest != null) {
      extents.put(to, rest);
    }
  }

  /** What is written, in the order of offsets, without overlap. */
  List<Extent> extents() {
    return List.copyOf(extents.values());
  }

  /** The steps on attributes, in order. */
  List<StoreOp.OnObject> attributes() {
    return attributes;
  }

  /** Whether the object is removed first. */
  boolean replaces() {
    return replaces;
  }

  /** Whether the object exists afterwards. */
  boolean exists() {
    return exists;
  }

  /** Old bytes from this offset on are gone. */
  long kept() {
    return kept;
  }

  /** Size afterwards. */
  long size() {
    return size;
  }
}
