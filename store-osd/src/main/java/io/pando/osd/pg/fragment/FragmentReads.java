package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.erasure.FragmentRange;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.Positions;
import io.pando.erasure.RangePlan;
import io.pando.erasure.kernel.ByteRows;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of the fragments of objects from the members that have them, and computes what is
 * lost. A fragment that turns out to be bad is reported, and the read continues with others.
 */
public final class FragmentReads {
  /** Knows where fragments are, and takes care of bad ones. */
  public interface Sources {
    /** The members that have the object as it should be, as far as is known. */
    SortedSet<MemberId> holders(ObjectId object);

    /**
     * The fragment of a member is not what it should be.
     *
     * @param version that it should have
     */
    void onBad(MemberId member, ObjectId object, Version version, String what);
  }

  /**
   * What is read of one object.
   *
   * @param version of the object
   * @param objectBytes size of the object
   * @param wanted parts of its fragments, within their sizes
   */
  record Request(ObjectId object, Version version, long objectBytes, List<FragmentRange> wanted) {}

  /** One try to read an object. */
  private static final class Attempt {
    final Request request;
    final Consumer<RowBytes> then;
    final Runnable undecodable;
    final SortedSet<MemberId> bad = new TreeSet<>();

    /** Versions of fragments that are newer than the wanted one. */
    final SortedMap<MemberId, Version> newer = new TreeMap<>();

    final RowBytes rows = new RowBytes();
    RangePlan.@Nullable Decodable plan;
    int awaited;
    boolean again;

    Attempt(Request request, Consumer<RowBytes> then, Runnable undecodable) {
      this.request = request;
      this.then = then;
      this.undecodable = undecodable;
    }
  }

  /** A request to another member that is not answered. */
  private record Asked(
      MemberId member,
      List<FragmentMessage.Query> queries,
      Consumer<List<FragmentMessage.Part>> then) {}

  private final Replica replica;
  private final Fragments fragments;
  private final PrimaryReplication replication;
  private final Sources sources;
  private final Map<Long, Asked> asked = new TreeMap<>();
  private long lastNumber;

  public FragmentReads(
      Replica replica, Fragments fragments, PrimaryReplication replication, Sources sources) {
    this.replica = replica;
    this.fragments = fragments;
    this.replication = replication;
    this.sources = sources;
  }

  /**
   * Reads parts of fragments.
   *
   * @param then receives at least these parts
   * @param undecodable called instead if the fragments that are left do not determine them
   */
  void read(Request request, Consumer<RowBytes> then, Runnable undecodable) {
    if (request.wanted().isEmpty()) {
      then.accept(new RowBytes());
      return;
    }
    start(new Attempt(request, then, undecodable));
  }

  private void start(Attempt attempt) {
    SortedMap<Integer, MemberId> holders = byPosition(attempt);
    RangePlan found =
        RangePlan.of(
            fragments.code(),
            attempt.request.wanted(),
            Fragments.positions(holders.values()),
            position -> replica.self().equals(holders.get(position)) ? 0 : 1);
    if (!(found instanceof RangePlan.Decodable plan)) {
      Probe.reached("fragments: too few are left to decode");
      attempt.newer.values().stream()
          .max(Comparator.naturalOrder())
          .ifPresent(version -> onFellBehind(attempt.request.object(), version));
      attempt.undecodable.run();
      return;
    }
    Probe.reachedIf(!plan.decoded().isEmpty(), "fragments: lost ones are computed");
    attempt.plan = plan;
    attempt.again = false;
    SortedMap<Integer, List<ByteRange>> ranges = new TreeMap<>();
    for (FragmentRange part : plan.reads()) {
      ranges.computeIfAbsent(part.position(), _ -> new ArrayList<>()).add(part.range());
    }
    attempt.awaited = ranges.size();
    Request request = attempt.request;
    ranges.forEach((position, wanted) -> {
      MemberId member = holders.get(position);
      if (member != null) {
        ask(
            member,
            new FragmentMessage.Query(request.object(), request.version(), wanted, false),
            part -> onPart(attempt, member, wanted, part));
      }
    });
  }

  /** The positions of which some member has the fragment of the object. */
  Positions held(ObjectId object) {
    return Fragments.positions(sources.holders(object));
  }

  /** The member to ask at each position: this one where it can. */
  private SortedMap<Integer, MemberId> byPosition(Attempt attempt) {
    SortedMap<Integer, MemberId> holders = new TreeMap<>();
    for (MemberId member : sources.holders(attempt.request.object())) {
      if (!attempt.bad.contains(member)) {
        holders.merge(member.position(), member, (a, b) -> b.equals(replica.self()) ? b : a);
      }
    }
    return holders;
  }

  /** Reads what a member has of a fragment. */
  void ask(MemberId member, FragmentMessage.Query query, Consumer<FragmentMessage.Part> then) {
    ask(member, List.of(query), parts -> then.accept(parts.getFirst()));
  }

  /**
   * Reads what a member has of some fragments.
   *
   * @param then receives one part for each query; if the member goes down, without bytes
   */
  public void ask(
      MemberId member,
      List<FragmentMessage.Query> queries,
      Consumer<List<FragmentMessage.Part>> then) {
    if (member.equals(replica.self())) {
      FragmentServer.read(replica, queries, then);
      return;
    }
    long number = ++lastNumber;
    Asked it = new Asked(member, List.copyOf(queries), then);
    asked.put(number, it);
    send(number, it);
  }

  private void send(long number, Asked it) {
    replica.send(
        it.member(),
        new FragmentMessage.ReadFragments(replica.group(), replica.epoch(), number, it.queries()));
  }

  /** A member answers. */
  public void onRead(MemberId from, FragmentMessage.FragmentsRead answer) {
    Asked it = asked.get(answer.number());
    if (it != null && it.member().equals(from) && answer.parts().size() == it.queries().size()) {
      asked.remove(answer.number());
      it.then().accept(answer.parts());
    }
  }

  /** A newer map: members that are asked may be down. */
  public void onMap() {
    new TreeMap<>(asked)
        .forEach((number, it) -> {
          if (!replica.membership().isUp(it.member())) {
            Probe.reached("fragments: a member that is asked goes down");
            asked.remove(number);
            FragmentMessage.Part absent = FragmentServer.absent();
            it.then().accept(it.queries().stream().map(_ -> absent).toList());
          }
        });
  }

  /** Messages under way to this member may be lost. */
  public void onReset(MemberId member) {
    new TreeMap<>(asked)
        .forEach((number, it) -> {
          if (it.member().equals(member)) {
            Probe.reached("fragments: asked for again after a reset");
            send(number, it);
          }
        });
  }

  private void onPart(
      Attempt attempt, MemberId member, List<ByteRange> ranges, FragmentMessage.Part part) {
    attempt.awaited--;
    String problem = problem(attempt.request, member, ranges, part);
    if (problem.isEmpty()) {
      for (int i = 0; i < ranges.size(); i++) {
        attempt.rows.add(member.position(), ranges.get(i).offset(), part.data().get(i));
      }
    } else {
      attempt.again = true;
      onBad(attempt, member, part, problem);
    }
    if (attempt.awaited > 0) {
      return;
    }
    if (!attempt.again) {
      decode(attempt);
      onTooNew(attempt);
      attempt.then.accept(attempt.rows);
    } else if (replication.touches(attempt.request.object())) {
      Probe.reached("fragments: read again once updates under way are committed");
      replication.whenCommitted(() -> start(attempt));
    } else {
      start(attempt);
    }
  }

  /** Why the answer is not a part of the wanted fragment; empty if it is. */
  private String problem(
      Request request, MemberId member, List<ByteRange> ranges, FragmentMessage.Part part) {
    if (!part.problem().isEmpty()) {
      return part.problem();
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

  private void onBad(Attempt attempt, MemberId member, FragmentMessage.Part part, String problem) {
    Request request = attempt.request;
    if (replication.touches(request.object())) {
      // The member may not have received the update under way.
      return;
    }
    Probe.reached("fragments: a bad one is found by a read");
    attempt.bad.add(member);
    if (part.version().isAfter(request.version())) {
      // Whether the others decode without it shows which of the two is wrong.
      attempt.newer.put(member, part.version());
    } else {
      sources.onBad(member, request.object(), request.version(), problem);
    }
  }

  /** The object is older here than elsewhere: it is this member that fell behind. */
  private void onFellBehind(ObjectId object, Version version) {
    Probe.reached("fragments: the primary's own is older than others");
    sources.onBad(replica.self(), object, version, "an older version than elsewhere");
  }

  /** The wanted version decodes: fragments that are newer belong to no acknowledged update. */
  private void onTooNew(Attempt attempt) {
    Request request = attempt.request;
    attempt.newer.forEach((member, version) -> {
      Probe.reached("fragments: one is newer than the others");
      sources.onBad(
          member,
          request.object(),
          request.version(),
          "it has version %s, not %s".formatted(version, request.version()));
    });
    attempt.newer.clear();
  }

  private void decode(Attempt attempt) {
    RangePlan.Decodable plan = Invariant.present(attempt.plan, () -> "a read without a plan");
    FragmentTransform transform = plan.transform();
    for (ByteRange range : plan.decoded()) {
      int length = (int) range.length();
      ByteRows in = new ByteRows(transform.from().size());
      transform
          .from()
          .forEach(position ->
              in.set(transform.from().indexOf(position), attempt.rows.get(position, range), 0));
      byte[][] out = new byte[transform.to().size()][length];
      transform.coder().overwrite(in, ByteRows.of(out), length);
      transform
          .to()
          .forEach(position ->
              attempt.rows.add(
                  position, range.offset(), Payload.wrap(out[transform.to().indexOf(position)])));
    }
  }
}
