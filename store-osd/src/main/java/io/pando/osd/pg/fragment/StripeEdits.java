package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.erasure.FragmentRange;
import io.pando.erasure.stripe.DataRange;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.erasure.stripe.StripeWrite;
import io.pando.group.ChangedRows;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.step.FragmentCounts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stripes whose fragments an update computes, in the order in which they are computed, and the
 * ranges of whole stripes that become zeros. Immutable.
 *
 * @param edits stripes to compute
 * @param zeroed ranges of whole stripes of the object: all fragments become zeros there
 * @param oldBytes size of the object before; 0 if it is replaced
 * @param kept the object is cut here first; what earlier stripes of the update write behind that is
 *     not among the old bytes
 */
record StripeEdits(List<Edit> edits, List<ByteRange> zeroed, long oldBytes, long kept) {
  /**
   * The change of one stripe, or of successive whole stripes.
   *
   * @param extent what is written there; without data, zeros
   * @param cuts whether the extent is cut off: only the parity is written
   */
  record Edit(StripeWrite write, ObjectEdit.Extent extent, boolean cuts) {}

  static StripeEdits of(Fragments fragments, long oldBytes, ObjectEdit edit) {
    Planner planner = new Planner(fragments.layout(), fragments.code().parityPositions().size());
    long old = edit.replaces() ? 0 : oldBytes;
    long bytes = Math.min(old, edit.kept());
    if (bytes < old) {
      planner.cut(old, bytes);
    }
    long kept = bytes;
    for (ObjectEdit.Extent extent : edit.extents()) {
      planner.write(bytes, extent);
      bytes = Math.max(bytes, extent.end());
    }
    return new StripeEdits(List.copyOf(planner.edits), List.copyOf(planner.zeroed), old, kept);
  }

  /** The parts of old fragments that must be known. */
  List<FragmentRange> reads(Fragments fragments) {
    List<FragmentRange> reads = new ArrayList<>();
    for (Edit edit : edits) {
      long end = edit.cuts() ? oldBytes : kept;
      for (DataRange part : edit.write().reads()) {
        int position = fragments.code().dataPosition(part.index());
        addIfAny(reads, position, part.range(), fragments.fragmentBytes(position, end));
      }
      fragments
          .code()
          .parityPositions()
          .forEach(parity ->
              addIfAny(
                  reads, parity, edit.write().oldParity(), fragments.fragmentBytes(parity, end)));
    }
    return reads;
  }

  /**
   * The bytes of fragments that change, in few ranges; null if bytes are cut off, since what is
   * behind the end of a fragment must be zeros when it grows again.
   */
  @Nullable ChangedRows changed(StripeLayout layout) {
    if (kept < oldBytes) {
      return null;
    }
    List<ByteRange> rows = new ArrayList<>();
    edits.forEach(edit -> rows.add(edit.write().rows()));
    for (ByteRange zeros : zeroed) {
      rows.add(layout.fragmentRange(0, zeros));
    }
    return ChangedRows.of(rows).inAtMost(ChangedRows.MOST);
  }

  /** How many stripes there are, by the way in which their parity is computed. */
  FragmentCounts.Stripes count(StripeLayout layout) {
    long delta = 0;
    long encoded = 0;
    long whole = 0;
    for (Edit edit : edits) {
      StripeWrite write = edit.write();
      long stripes = Math.ceilDiv(write.rows().length(), layout.unit());
      if (write.method() == StripeWrite.Method.DELTA) {
        delta += stripes;
      } else if (write.reads().isEmpty()) {
        whole += stripes;
      } else {
        encoded += stripes;
      }
    }
    return new FragmentCounts.Stripes(delta, encoded, whole);
  }

  private static void addIfAny(List<FragmentRange> reads, int position, ByteRange range, long end) {
    long to = Math.min(range.end(), end);
    if (range.offset() < to) {
      reads.add(new FragmentRange(position, new ByteRange(range.offset(), to - range.offset())));
    }
  }

  private static final class Planner {
    final StripeLayout layout;
    final int parities;
    final List<Edit> edits = new ArrayList<>();
    final List<ByteRange> zeroed = new ArrayList<>();

    Planner(StripeLayout layout, int parities) {
      this.layout = layout;
      this.parities = parities;
    }

    /** The stripe within which the object is cut keeps parity of bytes that are gone. */
    void cut(long oldBytes, long kept) {
      long end =
          Math.min(oldBytes, Math.ceilDiv(kept, layout.stripeBytes()) * layout.stripeBytes());
      if (kept < end) {
        ObjectEdit.Extent gone = new ObjectEdit.Extent(kept, end - kept, null);
        for (StripeWrite write : of(oldBytes, gone)) {
          edits.add(new Edit(write, gone, true));
        }
      }
    }

    void write(long oldBytes, ObjectEdit.Extent extent) {
      if (extent.data() != null) {
        add(oldBytes, extent);
        return;
      }
      long stripe = layout.stripeBytes();
      long firstWhole = Math.min(extent.end(), Math.ceilDiv(extent.offset(), stripe) * stripe);
      long endOfWhole = Math.max(firstWhole, extent.end() / stripe * stripe);
      add(oldBytes, extent.part(extent.offset(), firstWhole));
      if (firstWhole < endOfWhole) {
        zeroed.add(new ByteRange(firstWhole, endOfWhole - firstWhole));
      }
      add(Math.max(oldBytes, endOfWhole), extent.part(endOfWhole, extent.end()));
    }

    private void add(long oldBytes, ObjectEdit.Extent extent) {
      if (extent.length() > 0) {
        for (StripeWrite write : of(oldBytes, extent)) {
          edits.add(new Edit(write, extent, false));
        }
      }
    }

    private List<StripeWrite> of(long oldBytes, ObjectEdit.Extent extent) {
      return StripeWrite.of(
          layout, parities, oldBytes, new ByteRange(extent.offset(), extent.length()));
    }
  }
}
