package io.pando.osd.pg.recovery.rebuild;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.collect.Utf8Order;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.ReadPlan;
import io.pando.erasure.kernel.ByteRows;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.message.FragmentMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.osd.pg.redundancy.Fragments;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rows of an object's fragments that are read, computed and sent at a time. */
final class FragmentRows {
  private final Fragments fragments;
  private final long rowsAtATime;

  FragmentRows(RebuildContext context) {
    this.fragments = context.fragments();
    int unit = fragments.layout().unit();
    long share = context.replica().config().recovery().pieceBytes() / fragments.layout().k();
    this.rowsAtATime = Math.max(1, share / unit) * unit;
  }

  /** What a source is asked for. */
  FragmentMessage.Query query(Rebuild it) {
    return new FragmentMessage.Query(
        it.copy.object,
        it.version,
        List.of(new ByteRange(it.row, rowsAtATime)),
        it.attributes.isEmpty());
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
      it.copy.damagedBytes = Math.max(0, it.objectBytes);
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
    long length = Math.clamp(expected - it.row, 0, rowsAtATime);
    return part.fragmentBytes() != expected
            || part.data().size() != 1
            || part.data().getFirst().size() != length
        ? "it has %d bytes, not %d".formatted(part.fragmentBytes(), expected)
        : "";
  }

  /** The pieces for the members that lack their fragments. */
  SortedMap<MemberId, Copied> compute(Rebuild it) {
    ReadPlan.Decodable plan = Invariant.present(it.plan, () -> "rows without a plan");
    int length = (int) length(it);
    FragmentTransform transform = plan.transform();
    byte[][] computed = new byte[transform.to().size()][length];
    if (!transform.to().isEmpty()) {
      ByteRows in = new ByteRows(transform.from().size());
      transform
          .from()
          .forEach(position ->
              in.set(transform.from().indexOf(position), padded(it, position, length), 0));
      transform.coder().overwrite(in, ByteRows.of(computed), length);
    }
    SortedMap<MemberId, Copied> pieces = new TreeMap<>();
    for (MemberId member : it.targets) {
      int position = member.position();
      long fragmentBytes = fragments.fragmentBytes(position, it.objectBytes);
      if (it.row == 0 || it.row < fragmentBytes) {
        int own = Math.clamp(fragmentBytes - it.row, 0, length);
        Payload bytes =
            transform.to().contains(position)
                ? Payload.wrap(computed[transform.to().indexOf(position)]).slice(0, own)
                : data(it, position);
        pieces.put(member, piece(it, fragmentBytes, bytes));
      }
    }
    return pieces;
  }

  private static Payload data(Rebuild it, int position) {
    return Invariant.present(it.parts.get(position), () -> "no part of position " + position)
        .data()
        .getFirst();
  }

  /** The rows of a source; a fragment that is shorter than others counts as followed by zeros. */
  private static byte[] padded(Rebuild it, int position, int length) {
    Payload data = data(it, position);
    byte[] bytes = new byte[length];
    data.copyTo(bytes, 0);
    return bytes;
  }

  private static Copied piece(Rebuild it, long fragmentBytes, Payload bytes) {
    long end = it.row + bytes.size();
    List<ByteRange> ranges =
        bytes.isEmpty() ? List.of() : List.of(new ByteRange(it.row, bytes.size()));
    return new Copied(
        it.copy.object,
        it.version,
        new Piece(
            new Cursor(it.row, null),
            new Cursor(end, null),
            end >= fragmentBytes,
            new Piece.Content(
                fragmentBytes, it.attributes, ranges, bytes, new TreeMap<>(Utf8Order.INSTANCE)),
            null));
  }

  /** Number of rows that are rebuilt now. */
  private long length(Rebuild it) {
    return Math.clamp(fragments.layout().parityBytes(it.objectBytes) - it.row, 0, rowsAtATime);
  }

  /**
   * Continues with the next rows; false if no target has any, or nothing was read: a removal. The
   * last stripe may have no row of the targets, and then nothing would be sent that they confirm.
   */
  boolean advance(Rebuild it) {
    if (it.objectBytes < 0) {
      return false;
    }
    it.row += length(it);
    return it.targets.stream()
        .anyMatch(member -> it.row < fragments.fragmentBytes(member.position(), it.objectBytes));
  }
}
