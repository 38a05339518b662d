package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The stripes that were written in part last, of the objects that were written last: so a writer
 * that appends, or writes here and there in a stripe, need not read what the writer before it sent.
 * Bounded; what is dropped is read again. Nothing of it outlives the interval, in which only this
 * member orders updates.
 */
final class StripesAtHand {
  private static final Limit MOST_BYTES =
      Limit.of("fragments: bytes of stripes at hand in a group", 1 << 10, 1 << 20);

  /** What is known of an object in a version. */
  private record Known(Version version, RowBytes rows) {}

  private final Fragments fragments;

  /** The object that was written last comes last. */
  private final Map<ObjectId, Known> objects = new LinkedHashMap<>();

  private long bytes;

  StripesAtHand(Fragments fragments) {
    this.fragments = fragments;
  }

  /** What is known of an object in a version. */
  RowBytes of(ObjectId object, Version version) {
    Known known = objects.get(object);
    if (known == null || !known.version().equals(version)) {
      return new RowBytes();
    }
    Probe.reached("fragments: stripes are at hand");
    return known.rows();
  }

  /**
   * An update was sent.
   *
   * @param after the object after it
   * @param known bytes of its fragments after the update
   */
  void put(ObjectId object, ObjectState after, StripeEdits edits, RowBytes known) {
    Known before = objects.remove(object);
    bytes -= before == null ? 0 : before.rows().size();
    if (!after.exists()) {
      return;
    }
    RowBytes rows = new RowBytes();
    int unit = fragments.layout().unit();
    for (long stripe : partial(edits, unit)) {
      for (int position = 0; position < fragments.code().positions(); position++) {
        long from = stripe * unit;
        long end = Math.min(from + unit, fragments.fragmentBytes(position, after.sizeBytes()));
        if (from < end) {
          known.parts(position, new ByteRange(from, end - from), rows);
        }
      }
    }
    if (rows.size() > 0) {
      rows.compact();
      objects.put(object, new Known(after.version(), rows));
      bytes += rows.size();
      shrink();
    }
  }

  /** The stripes that are written in part, by their numbers. */
  private static SortedSet<Long> partial(StripeEdits edits, int unit) {
    SortedSet<Long> stripes = new TreeSet<>();
    for (StripeEdits.Edit edit : edits.edits()) {
      ByteRange rows = edit.write().rows();
      if (rows.length() <= unit) {
        stripes.add(rows.offset() / unit);
      }
    }
    return stripes;
  }

  private void shrink() {
    Iterator<Known> oldest = objects.values().iterator();
    while (bytes > MOST_BYTES.longValue() && oldest.hasNext()) {
      Probe.reached("fragments: stripes at hand are dropped");
      bytes -= oldest.next().rows().size();
      oldest.remove();
    }
  }
}
