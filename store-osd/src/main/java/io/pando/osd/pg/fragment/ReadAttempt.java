package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.erasure.FragmentRange;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.Positions;
import io.pando.erasure.RangePlan;
import io.pando.erasure.ReadCosts;
import io.pando.erasure.kernel.ByteRows;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.redundancy.Fragments;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One try to read parts of the fragments of an object, with the answers so far. */
final class ReadAttempt {
  final FragmentReads.Request request;

  /** Newest update when the read began. */
  final Version head;

  /** Members whose fragments are bad. */
  final SortedSet<MemberId> bad = new TreeSet<>();

  /** Versions of fragments that are newer than the wanted one. */
  final SortedMap<MemberId, Version> newer = new TreeMap<>();

  /** Fragments that are older than the wanted one, which the log does not confirm. */
  final SortedMap<MemberId, String> older = new TreeMap<>();

  /** Members whose fragments are as they should be. */
  final SortedSet<MemberId> right = new TreeSet<>();

  /** Fragments in other versions which nothing proves to be bad, and what would be bad. */
  final SortedMap<MemberId, String> doubtful = new TreeMap<>();

  /** The members that are asked. */
  FragmentQuestions.Round round = new FragmentQuestions.Round(List.of());

  /** Whether an answer was bad. */
  boolean again;

  private final Fragments fragments;
  private Runnable undecodable;
  private Consumer<RowBytes> then;
  private RowBytes rows = new RowBytes();
  private RangePlan.@Nullable Decodable plan;
  private Positions answered = Positions.NONE;
  private boolean decodesLost;

  ReadAttempt(
      Fragments fragments,
      FragmentReads.Request request,
      Version head,
      Consumer<RowBytes> then,
      Runnable undecodable) {
    this.fragments = fragments;
    this.request = request;
    this.head = head;
    this.then = then;
    this.undecodable = undecodable;
  }

  /** How to have the wanted parts if these positions can be read. */
  RangePlan plan(Positions readable, ReadCosts costs) {
    return RangePlan.of(fragments.code(), request.wanted(), readable, costs);
  }

  /** These members will be asked, by a plan. */
  void begin(RangePlan.Decodable by, Collection<MemberId> members) {
    plan = by;
    decodesLost = !by.decoded().isEmpty();
    again = false;
    answered = Positions.NONE;
    right.clear();
    round = new FragmentQuestions.Round(members);
  }

  /** Whether wanted fragments are computed that no member has: not only since others came first. */
  boolean decodesLost() {
    return decodesLost;
  }

  /** What is read of each position by a plan. */
  static SortedMap<Integer, List<ByteRange>> ranges(RangePlan.Decodable plan) {
    SortedMap<Integer, List<ByteRange>> ranges = new TreeMap<>();
    for (FragmentRange part : plan.reads()) {
      ranges.computeIfAbsent(part.position(), _ -> new ArrayList<>()).add(part.range());
    }
    return ranges;
  }

  /** What any position can contribute. */
  List<ByteRange> everywhere() {
    return FragmentRange.joined(request.wanted().stream().map(FragmentRange::range).toList());
  }

  /** Why the answer is not a part of the wanted fragment; empty if it is. */
  String problem(MemberId member, List<ByteRange> ranges, FragmentMessage.Part part) {
    if (!part.problem().isEmpty()) {
      return part.problem();
    }
    if (part.isMissing()) {
      return "it counts as missing there";
    }
    if (!part.version().equals(request.version())) {
      return "it has version %s, not %s".formatted(part.version(), request.version());
    }
    long expected = fragments.fragmentBytes(member.position(), request.objectBytes());
    if (part.fragmentBytes() != expected || part.data().size() != ranges.size()) {
      return "it has %d bytes, not %d".formatted(part.fragmentBytes(), expected);
    }
    for (int i = 0; i < ranges.size(); i++) {
      // What is decoded may lie behind the end of a shorter fragment, which counts as zeros.
      long length = Math.clamp(expected - ranges.get(i).offset(), 0, ranges.get(i).length());
      if (part.data().get(i).size() != length) {
        return "it ends within %s".formatted(ranges.get(i));
      }
    }
    return "";
  }

  /** A good answer. */
  void add(MemberId member, List<ByteRange> ranges, FragmentMessage.Part part) {
    for (int i = 0; i < ranges.size(); i++) {
      rows.add(member.position(), ranges.get(i).offset(), part.data().get(i));
    }
    answered = answered.with(member.position());
    right.add(member);
  }

  /** Whether the answers suffice; if so, they are decoded by a plan for them. */
  boolean suffices() {
    if (plan(answered, ReadCosts.EQUAL) instanceof RangePlan.Decodable found) {
      plan = found;
      return true;
    }
    return false;
  }

  /** Computes lost parts, and ends the attempt, which then keeps no bytes. */
  void succeed() {
    decode();
    Consumer<RowBytes> to = then;
    RowBytes all = rows;
    then = _ -> {};
    undecodable = () -> {};
    rows = new RowBytes();
    to.accept(all);
  }

  /** The fragments that are left do not determine the wanted parts. */
  void fail() {
    undecodable.run();
  }

  private void decode() {
    RangePlan.Decodable by = Invariant.present(plan, () -> "a read without a plan");
    FragmentTransform transform = by.transform();
    for (ByteRange range : by.decoded()) {
      int length = (int) range.length();
      ByteRows in = new ByteRows(transform.from().size());
      transform
          .from()
          .forEach(
              position -> in.set(transform.from().indexOf(position), rows.get(position, range), 0));
      byte[][] out = new byte[transform.to().size()][length];
      transform.coder().overwrite(in, ByteRows.of(out), length);
      transform
          .to()
          .forEach(position ->
              rows.add(
                  position, range.offset(), Payload.wrap(out[transform.to().indexOf(position)])));
    }
  }
}
