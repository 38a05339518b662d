package io.pando.osd.pg.recovery.rebuild;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.collect.Utf8Order;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.ReadPlan;
import io.pando.erasure.kernel.ByteRows;
import io.pando.format.GroupRecords;
import io.pando.group.ChangedRows;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Kept;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.osd.pg.fragment.PiecewiseCoding;
import io.pando.osd.pg.redundancy.Fragments;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rows of an object's fragments that are read, computed and sent at a time. */
final class FragmentRows {
  private final Fragments fragments;
  private final long rowsAtATime;

  /**
   * Divides fragments.
   *
   * @param pieceBytes bytes of an object that are rebuilt at a time
   */
  FragmentRows(Fragments fragments, int pieceBytes) {
    this.fragments = fragments;
    int unit = fragments.layout().unit();
    long share = pieceBytes / fragments.layout().k();
    this.rowsAtATime = Math.max(1, share / unit) * unit;
  }

  /** What a source is asked for. */
  FragmentMessage.Query query(Rebuild it) {
    return new FragmentMessage.Query(it.copy.object, it.version, it.rows, it.attributes.isEmpty());
  }

  /** Chooses the rows that are rebuilt next. */
  void choose(Rebuild it) {
    ChangedRows changed = it.changed;
    if (it.damaged.areUsed()) {
      it.nextRow = it.damaged.end(it.row);
      it.rows = List.of(new ByteRange(it.row, it.nextRow - it.row));
      return;
    }
    if (changed == null) {
      it.rows = List.of(new ByteRange(it.row, rowsAtATime));
      it.nextRow = it.row + rowsAtATime;
      return;
    }
    List<ByteRange> rows = new ArrayList<>();
    it.nextRow = Long.MAX_VALUE;
    long room = rowsAtATime;
    for (ByteRange range : changed.ranges()) {
      long from = Math.max(it.row, range.offset());
      if (from < range.end()) {
        long to = Math.min(range.end(), from + room);
        if (from < to) {
          rows.add(new ByteRange(from, to - from));
          room -= to - from;
        }
        if (to < range.end()) {
          it.nextRow = rows.getLast().end();
          break;
        }
      }
    }
    it.rows = List.copyOf(rows);
  }

  /** The parts of the rows that a fragment of some size has, one for each range of rows. */
  private static List<ByteRange> within(Rebuild it, long fragmentBytes) {
    return it.rows.stream()
        .map(range ->
            new ByteRange(
                range.offset(), Math.clamp(fragmentBytes - range.offset(), 0, range.length())))
        .toList();
  }

  private static long sum(List<ByteRange> ranges) {
    return ranges.stream().mapToLong(ByteRange::length).sum();
  }

  /**
   * The sources that did not send what they should have, and why. Learns the object's size from the
   * first good part.
   */
  SortedMap<MemberId, String> bad(Rebuild it) {
    SortedMap<MemberId, String> bad = new TreeMap<>();
    it.sources.forEach((position, member) -> {
      FragmentMessage.Part part =
          Invariant.present(it.parts.get(position), () -> "no answer of " + member);
      String why = problem(it, member, part);
      if (!why.isEmpty()) {
        bad.put(member, why);
      }
    });
    return bad;
  }

  private String problem(Rebuild it, MemberId member, FragmentMessage.Part part) {
    if (!part.problem().isEmpty()) {
      it.onDamaged(member);
      return part.problem();
    }
    if (!part.version().equals(it.version)) {
      return "it has version %s, not %s".formatted(part.version(), it.version);
    }
    if (it.attributes.isEmpty()) {
      Payload stamp = part.attributes().get(ObjectInfo.ATTRIBUTE);
      if (stamp == null) {
        return "it has no version";
      }
      it.attributes = new TreeMap<>(Utf8Order.INSTANCE);
      it.attributes.putAll(part.attributes());
      it.objectBytes = GroupRecords.OBJECT.decode(stamp).objectBytes();
    }
    long expected = fragments.fragmentBytes(member.position(), it.objectBytes);
    List<Long> lengths = within(it, expected).stream().map(ByteRange::length).toList();
    List<Long> sent = part.data().stream().map(bytes -> (long) bytes.size()).toList();
    return part.fragmentBytes() != expected || !sent.equals(lengths)
        ? "it has %d bytes, not %d".formatted(part.fragmentBytes(), expected)
        : "";
  }

  /** The pieces for the members that lack their fragments. */
  SortedMap<MemberId, Copied> compute(Rebuild it) {
    ReadPlan.Decodable plan = Invariant.present(it.plan, () -> "rows without a plan");
    List<ByteRange> longest = within(it, fragments.layout().parityBytes(it.objectBytes));
    int length = (int) sum(longest);
    FragmentTransform transform = plan.transform();
    List<Integer> from = transform.from().toList();
    List<Payload> computed =
        transform.to().isEmpty()
            ? List.of()
            : PiecewiseCoding.compute(
                transform.coder(),
                from.size(),
                transform.to().size(),
                length,
                PiecewiseCoding.STEP_BYTES,
                new SentRows(it, from, longest));
    SortedMap<MemberId, Copied> pieces = new TreeMap<>();
    for (MemberId member : it.targets) {
      int position = member.position();
      long fragmentBytes = fragments.fragmentBytes(position, it.objectBytes);
      if (it.row == 0 || it.row < fragmentBytes) {
        Payload bytes =
            transform.to().contains(position)
                ? computed.get(transform.to().indexOf(position))
                : padded(it, position, longest);
        pieces.put(member, piece(it, member, fragmentBytes, bytes));
      }
    }
    return pieces;
  }

  /** The rows of a source; a fragment that is shorter than others counts as followed by zeros. */
  private static Payload padded(Rebuild it, int position, List<ByteRange> longest) {
    List<Payload> data = sent(it, position);
    if (longest.size() == 1 && data.getFirst().size() == longest.getFirst().length()) {
      return data.getFirst();
    }
    byte[] bytes = new byte[(int) sum(longest)];
    copy(it, position, longest, 0, bytes.length, bytes);
    return Payload.wrap(bytes);
  }

  /** The rows of the sources, as the matrix takes them. */
  private record SentRows(Rebuild it, List<Integer> positions, List<ByteRange> longest)
      implements PiecewiseCoding.Source {
    @Override
    public boolean find(int row, int at, int length, ByteRows into) {
      List<Payload> data = sent(it, positions.get(row));
      return longest.size() == 1
          && at + length <= data.getFirst().size()
          && data.getFirst().inArray(at, length, (array, index) -> into.set(row, array, index));
    }

    @Override
    public void copy(int row, int at, int length, byte[] into) {
      FragmentRows.copy(it, positions.get(row), longest, at, length, into);
    }
  }

  private static List<Payload> sent(Rebuild it, int position) {
    return Invariant.present(it.parts.get(position), () -> "no part of position " + position)
        .data();
  }

  /** Copies bytes of the rows of a source; the array has zeros where the fragment has ended. */
  private static void copy(
      Rebuild it, int position, List<ByteRange> longest, int from, int length, byte[] into) {
    List<Payload> data = sent(it, position);
    int at = 0;
    for (int i = 0; i < longest.size(); i++) {
      int begin = Math.max(from, at);
      int end = Math.min(from + length, at + data.get(i).size());
      if (begin < end) {
        data.get(i).slice(begin - at, end - begin).copyTo(into, begin - from);
      }
      at += (int) longest.get(i).length();
    }
  }

  /**
   * The piece for a member.
   *
   * @param bytes of the present rows, of each as many as the longest fragment has
   */
  private Copied piece(Rebuild it, MemberId member, long fragmentBytes, Payload bytes) {
    long end = Math.min(it.nextRow, fragmentBytes);
    List<ByteRange> ranges =
        within(it, fragmentBytes).stream().filter(range -> range.length() > 0).toList();
    Version base = it.bases.get(member);
    return new Copied(
        it.copy.object,
        it.version,
        new Piece(
            new Cursor(it.row, null),
            new Cursor(end, null),
            end >= fragmentBytes,
            new Piece.Content(
                fragmentBytes,
                it.attributes,
                ranges,
                // Only the last of them can be shorter than in the longest fragment.
                bytes.slice(0, (int) sum(ranges)),
                new TreeMap<>(Utf8Order.INSTANCE)),
            base == null ? null : new Kept(others(ranges, it.row, end), List.of(), base)));
  }

  /** The parts between two offsets that are in none of the ranges. */
  private static List<ByteRange> others(List<ByteRange> ranges, long from, long end) {
    List<ByteRange> others = new ArrayList<>();
    long at = from;
    for (ByteRange range : ranges) {
      if (at < range.offset()) {
        others.add(new ByteRange(at, range.offset() - at));
      }
      at = range.end();
    }
    if (at < end) {
      others.add(new ByteRange(at, end - at));
    }
    return others;
  }

  /**
   * Chooses other rows since too few fragments are left for the present ones: damaged fragments are
   * read too, or fewer rows at a time; false if neither helps.
   */
  boolean chooseAgain(Rebuild it) {
    if (it.damaged.begin(rowsAtATime)) {
      // Members get all rows again, beginning with whole blocks.
      it.restart();
    } else if (!it.damaged.narrow()) {
      return false;
    }
    choose(it);
    return true;
  }

  /**
   * Continues with the next rows; false if no target has any, or nothing was read: a removal. The
   * last stripe may have no row of the targets, and then nothing would be sent that they confirm.
   */
  boolean advance(Rebuild it) {
    if (it.objectBytes < 0) {
      return false;
    }
    it.row = it.nextRow;
    it.damaged.advance(rowsAtATime);
    return it.targets.stream()
        .anyMatch(member -> it.row < fragments.fragmentBytes(member.position(), it.objectBytes));
  }
}
