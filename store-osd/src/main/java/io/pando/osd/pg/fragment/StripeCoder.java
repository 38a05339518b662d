package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.Positions;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.stripe.DataRange;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.erasure.stripe.StripeWrite;
import io.pando.osd.pg.redundancy.Fragments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Computes the bytes that an update writes to the fragments of an object, stripe by stripe. Stripes
 * that were computed are known to those after them, since several writes of an update may touch one
 * stripe.
 */
final class StripeCoder {
  /**
   * Bytes that are written to a fragment.
   *
   * @param bytes null for zeros
   */
  record Written(ByteRange range, @Nullable Payload bytes) {}

  private static final ByteRange NONE = new ByteRange(0, 0);

  private final Fragments fragments;
  private final StripeLayout layout;
  private final Positions held;
  private final RowBytes known = new RowBytes();
  private final Map<Integer, List<Written>> written = new TreeMap<>();

  /**
   * A coder that has computed nothing.
   *
   * @param held positions of which some member has the fragment: nothing depends on the others
   * @param old the old parts that the stripes need, of fragments that members have
   */
  StripeCoder(Fragments fragments, Positions held, RowBytes old) {
    this.fragments = fragments;
    this.layout = fragments.layout();
    this.held = held;
    known.addAll(old);
  }

  /** What the stripes so far write, in order, to the fragment at a position. */
  List<Written> written(int position) {
    return written.getOrDefault(position, List.of());
  }

  /** All that is known of the fragments after the stripes so far. */
  RowBytes known() {
    return known;
  }

  /** Computes the fragments of all stripes that an update changes. */
  void compute(StripeEdits edits) {
    edits.edits().stream().filter(StripeEdits.Edit::cuts).forEach(this::compute);
    for (int position = 0; position < fragments.code().positions(); position++) {
      long kept = fragments.fragmentBytes(position, edits.kept());
      known.forget(position, new ByteRange(kept, Long.MAX_VALUE - kept));
    }
    for (ByteRange stripes : edits.zeroed()) {
      Written zeros = new Written(layout.fragmentRange(0, stripes), null);
      for (int position = 0; position < fragments.code().positions(); position++) {
        known.forget(position, zeros.range());
        written.computeIfAbsent(position, _ -> new ArrayList<>()).add(zeros);
      }
    }
    edits.edits().stream().filter(edit -> !edit.cuts()).forEach(this::compute);
  }

  private void compute(StripeEdits.Edit edit) {
    if (edit.write().method() == StripeWrite.Method.ENCODE) {
      encode(edit);
    } else {
      delta(edit);
    }
  }

  private void encode(StripeEdits.Edit edit) {
    StripeWrite write = edit.write();
    ByteRange rows = write.rows();
    int length = (int) rows.length();
    int count = 0;
    for (DataRange part : write.written()) {
      count = Math.max(count, part.index() + 1);
    }
    for (DataRange part : write.reads()) {
      count = Math.max(count, part.index() + 1);
    }
    FragmentTransform encoder = fragments.code().encoder(count);
    List<Payload> parity =
        PiecewiseCoding.compute(
            encoder.coder(),
            count,
            encoder.to().size(),
            length,
            Math.min(PiecewiseCoding.STEP_BYTES, layout.unit()),
            new Columns(edit));
    for (DataRange part : write.written()) {
      putData(edit, part, data(edit.extent(), part));
    }
    putParity(encoder.to(), rows, parity);
  }

  /** The data fragments of the stripes of an edit, after the update. */
  private final class Columns implements PiecewiseCoding.Source {
    private final StripeEdits.Edit edit;

    Columns(StripeEdits.Edit edit) {
      this.edit = edit;
    }

    private ByteRange rows(int at, int length) {
      return new ByteRange(edit.write().rows().offset() + at, length);
    }

    @Override
    public boolean find(int column, int at, int length, ByteRows into) {
      ByteRange rows = rows(at, length);
      ObjectEdit.Extent extent = edit.extent();
      Payload data = extent.data();
      if (data == null || layout.unit() - rows.offset() % layout.unit() < length) {
        return false;
      }
      int begin = (int) (layout.objectOffset(column, rows.offset()) - extent.offset());
      return edit.write().written().stream()
              .anyMatch(part -> part.index() == column && common(part.range(), rows).equals(rows))
          && data.inArray(begin, length, (array, index) -> into.set(column, array, index));
    }

    @Override
    public void copy(int column, int at, int length, byte[] into) {
      ByteRange rows = rows(at, length);
      for (DataRange part : edit.write().reads()) {
        ByteRange range = part.index() == column ? common(part.range(), rows) : NONE;
        known.copy(
            fragments.code().dataPosition(column),
            range,
            into,
            (int) (range.offset() - rows.offset()));
      }
      for (DataRange part : edit.write().written()) {
        ByteRange range = part.index() == column ? common(part.range(), rows) : NONE;
        if (range.length() > 0) {
          fill(
              edit.extent(),
              new DataRange(column, range),
              into,
              (int) (range.offset() - rows.offset()));
        }
      }
    }
  }

  private static ByteRange common(ByteRange a, ByteRange b) {
    long from = Math.max(a.offset(), b.offset());
    return new ByteRange(from, Math.max(0, Math.min(a.end(), b.end()) - from));
  }

  /** The written bytes of a part of a data fragment; they share the memory of the update. */
  private Payload data(ObjectEdit.Extent extent, DataRange part) {
    Payload data = extent.data();
    if (data == null) {
      return Payload.wrap(new byte[(int) part.range().length()]);
    }
    return Payload.join(
        layout.objectRanges(part.index(), part.range()).stream()
            .map(
                piece -> data.slice((int) (piece.offset() - extent.offset()), (int) piece.length()))
            .toList());
  }

  private void delta(StripeEdits.Edit edit) {
    StripeWrite write = edit.write();
    ByteRange rows = write.rows();
    int length = (int) rows.length();
    Positions data = Positions.NONE;
    for (DataRange part : write.written()) {
      data = data.with(fragments.code().dataPosition(part.index()));
    }
    byte[][] differences = new byte[data.size()][length];
    for (DataRange part : write.written()) {
      int position = fragments.code().dataPosition(part.index());
      byte[] bytes = new byte[(int) part.range().length()];
      fill(edit.extent(), part, bytes, 0);
      byte[] old = new byte[bytes.length];
      write.reads().stream()
          .filter(read -> read.index() == part.index())
          .forEach(read ->
              known.copy(
                  position,
                  read.range(),
                  old,
                  (int) (read.range().offset() - part.range().offset())));
      byte[] difference = differences[data.indexOf(position)];
      int at = (int) (part.range().offset() - rows.offset());
      for (int i = 0; i < bytes.length; i++) {
        difference[at + i] = (byte) (bytes[i] ^ old[i]);
      }
      putData(edit, part, Payload.wrap(bytes));
    }
    FragmentTransform transform = fragments.code().delta(data);
    List<byte[]> parity = new ArrayList<>();
    for (int position : transform.to().toList()) {
      byte[] old = new byte[length];
      known.copy(position, write.oldParity(), old, 0);
      parity.add(old);
    }
    transform
        .coder()
        .accumulate(ByteRows.of(differences), ByteRows.of(parity.toArray(new byte[0][])), length);
    putParity(transform.to(), rows, parity.stream().map(Payload::wrap).toList());
  }

  /** Copies the written bytes of a part of a data fragment; zeros are there already. */
  private void fill(ObjectEdit.Extent extent, DataRange part, byte[] into, int at) {
    Payload data = extent.data();
    if (data == null) {
      return;
    }
    int to = at;
    for (ByteRange piece : layout.objectRanges(part.index(), part.range())) {
      data.slice((int) (piece.offset() - extent.offset()), (int) piece.length()).copyTo(into, to);
      to += (int) piece.length();
    }
  }

  private void putData(StripeEdits.Edit edit, DataRange part, Payload bytes) {
    int position = fragments.code().dataPosition(part.index());
    known.add(position, part.range().offset(), bytes);
    if (!edit.cuts()) {
      put(position, part.range().offset(), bytes);
    }
  }

  /**
   * Parity that no member has is not written, and is forgotten: the parity of the old data is not
   * that of the new, and some member may have the fragment when the stripe is written next.
   */
  private void putParity(Positions positions, ByteRange rows, List<Payload> parity) {
    positions.forEach(position -> {
      if (held.contains(position)) {
        Payload bytes = parity.get(positions.indexOf(position));
        known.add(position, rows.offset(), bytes);
        put(position, rows.offset(), bytes);
      } else {
        known.forget(position, rows);
      }
    });
  }

  private void put(int position, long offset, Payload bytes) {
    written
        .computeIfAbsent(position, _ -> new ArrayList<>())
        .add(new Written(new ByteRange(offset, bytes.size()), bytes));
  }
}
