package io.pando.osd.pg.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.erasure.PoolCode;
import io.pando.collect.Utf8Order;
import io.pando.erasure.code.CodeParameters;
import io.pando.format.GroupRecords;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.harness.WholeEncoding;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.FragmentCounts;
import io.pando.osd.pg.write.ContentReads;
import io.pando.osd.pg.write.UpdatePlanner;
import io.pando.random.Random64;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The primary of a group of 4+2 that reads an object; a test plays the other members, and says when
 * each answers.
 */
final class FragmentedReads implements FragmentSources {
  private static final PoolCode CODE = new PoolCode(CodeParameters.of(4, 2), 16);
  private static final List<ByteRange> NONE = List.of();
  private static final ObjectId OBJECT = GroupHarness.object("o");

  final GroupHarness harness;
  final FragmentReads reads;

  /** What the object has. */
  final byte[] bytes = new byte[6 * 64 + 37];

  /** The members that were reported. */
  final SortedSet<MemberId> bad = new TreeSet<>();

  private long decodedReads;
  private final Fragments fragments;
  private final FragmentContent content;
  final Version version;
  private final byte[][] stored;
  private final SortedMap<Integer, Integer> spoilt = new TreeMap<>();

  /** Members that count their fragment as missing, with the version. */
  private final SortedMap<Integer, Version> missing = new TreeMap<>();

  /** Versions in which members are to be reported. */
  private final SortedMap<Integer, Version> expected = new TreeMap<>();

  private final SortedMap<Integer, Deque<FragmentMessage.ReadFragments>> questions =
      new TreeMap<>();

  /** A read of a client. */
  final class Read {
    private final ByteRange range;
    private @Nullable ReadOutcome outcome;
    private boolean blocked;

    Read(ByteRange range) {
      this.range = range;
    }

    boolean isDone() {
      return outcome != null;
    }

    boolean isAbsent() {
      return outcome instanceof ReadOutcome.Absent;
    }

    boolean isBlocked() {
      return blocked;
    }

    /** Checks that it has ended with the right bytes. */
    void check() {
      assertThat(outcome).isInstanceOf(ReadOutcome.Found.class);
      if (outcome instanceof ReadOutcome.Found found) {
        assertThat(found.view().data().getFirst().toByteArray())
            .isEqualTo(Arrays.copyOfRange(bytes, (int) range.offset(), (int) range.end()));
      }
    }
  }

  FragmentedReads(boolean fastRead) {
    harness =
        new GroupHarness(
            member(0), Maps.coded(CODE, fastRead), GroupConfig.defaults(), GroupHarness.fresh());
    fragments = (Fragments) harness.replica.redundancy();
    new Random64(9).nextBytes(bytes);
    stored = WholeEncoding.fragments(fragments, bytes);
    update();
    version = harness.replica.log().head();
    put(stored[0]);
    reads =
        new FragmentReads(
            harness.replica,
            fragments,
            new PrimaryReplication(harness.replica, new DurableHeads()),
            this);
    content = new FragmentContent(harness.replica, fragments, reads, this);
  }

  /**
   * The log forgets the object: it ends with an update of another one, up to which it is trimmed.
   */
  void trimLog() {
    Version trimTo = harness.replica.log().head().next(Maps.EPOCH);
    harness.replica.append(harness.update("another", RequestId.NONE), trimTo, Awaiting.nothing());
    harness.settle();
    assertThat(harness.replica.log().newestOf(OBJECT)).isEmpty();
  }

  /** The record of the own fragment says another version. */
  void recordOwn(Version other) {
    harness.store.apply(
        List.of(new StoreOp.PutAttributes(GroupHarness.COLLECTION, OBJECT, attributes(other))));
  }

  /** The disk loses the own fragment. */
  void dropOwn() {
    harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, OBJECT)));
  }

  static MemberId member(int position) {
    return new MemberId(new OsdId(position), position);
  }

  /** The next update of the object. */
  void update() {
    harness.replica.append(
        harness.update(OBJECT.name(), RequestId.NONE), Version.ZERO, Awaiting.nothing());
    harness.settle();
  }

  /** Removes the object. */
  void remove() {
    LogEntry entry =
        new LogEntry(
            harness.replica.log().head().next(Maps.EPOCH),
            version,
            OBJECT,
            LogEntry.Kind.DELETE,
            RequestId.NONE,
            List.of(new OpResult.Done()));
    harness.replica.append(
        new ReplicationMessage.Update(
            entry, List.of(new StoreOp.Remove(GroupHarness.COLLECTION, OBJECT)), 0, 0),
        Version.ZERO,
        Awaiting.nothing());
    harness.settle();
  }

  /**
   * An update that writes a part of the fragment, as one that was under way; returns its version.
   */
  Version updatePart() {
    LogEntry entry = harness.update(OBJECT.name(), RequestId.NONE).entry();
    harness.replica.append(
        new ReplicationMessage.Update(
            entry,
            List.of(
                new StoreOp.Write(GroupHarness.COLLECTION, OBJECT, 0, Payload.wrap(new byte[] {1})),
                new StoreOp.PutAttributes(
                    GroupHarness.COLLECTION, OBJECT, attributes(entry.version()))),
            1,
            bytes.length),
        Version.ZERO,
        Awaiting.nothing());
    harness.settle();
    return entry.version();
  }

  private void put(byte[] fragment) {
    harness.store.apply(
        List.of(
            new StoreOp.Truncate(GroupHarness.COLLECTION, OBJECT, 0),
            new StoreOp.Write(GroupHarness.COLLECTION, OBJECT, 0, Payload.wrap(fragment)),
            new StoreOp.PutAttributes(GroupHarness.COLLECTION, OBJECT, attributes(version))));
  }

  private SortedMap<String, Payload> attributes(Version recorded) {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(
        ObjectInfo.ATTRIBUTE,
        GroupRecords.OBJECT.encode(new ObjectInfo(recorded, 1, bytes.length)));
    return attributes;
  }

  // What the reads know of members

  @Override
  public SortedSet<MemberId> holders(ObjectId object) {
    SortedSet<MemberId> holders = new TreeSet<>(harness.replica.membership().members());
    holders.removeAll(bad);
    if (harness.replica.missing().containsKey(object)) {
      holders.remove(harness.replica.self());
    }
    return holders;
  }

  @Override
  public void onBad(MemberId member, ObjectId object, Version needed, String what) {
    assertThat(needed)
        .isEqualTo(
            expected.getOrDefault(
                member.position(), missing.getOrDefault(member.position(), version)));
    bad.add(member);
  }

  /** The fragment of this member is missing. */
  void loseOwn() {
    harness.replica.noteMissing(OBJECT, version);
    harness.settle();
  }

  /** The fragment at a position is unreadable, older or newer; the own one is unreadable. */
  void spoil(int position, int way) {
    if (position == 0) {
      harness.store.damaged.add(OBJECT);
    }
    spoilt.put(position, way);
  }

  /** The member at a position counts its fragment as missing; null: it does not. */
  void setMissing(int position, @Nullable Version in) {
    if (in == null) {
      missing.remove(position);
    } else {
      missing.put(position, in);
    }
  }

  /** A report of the member at a position is to name this version. */
  void expectBad(int position, Version in) {
    expected.put(position, in);
  }

  SortedSet<MemberId> spoilt() {
    SortedSet<MemberId> all = new TreeSet<>();
    spoilt.keySet().forEach(position -> all.add(member(position)));
    return all;
  }

  // Reads and answers

  /** What divides updates of the object among the members, by these reads. */
  FragmentUpdates updates() {
    return new FragmentUpdates(harness.replica, fragments, reads);
  }

  /** An update of the object that writes one byte. */
  UpdatePlanner.Draft oneByte() {
    return new UpdatePlanner.Draft(
        OBJECT,
        new ObjectState(true, bytes.length, version, 1),
        null,
        List.of(
            new StoreOp.Write(
                GroupHarness.COLLECTION, OBJECT, 5, Payload.wrap(new byte[] {(byte) ~bytes[5]}))));
  }

  Read read() {
    return read(new ByteRange(0, bytes.length));
  }

  /** A client's read, of which the attributes are read here if they are here. */
  Read read(ByteRange range) {
    Read read = new Read(range);
    content.read(
        GroupHarness.client(1),
        OBJECT,
        new ObjectQuery(List.of(range), List.of(), false),
        new ContentReads.Callbacks(
            outcome -> read.outcome = outcome, () -> {}, () -> read.blocked = true));
    if (!harness.replica.missing().containsKey(OBJECT)) {
      // Reads of fragments that are under way come before it.
      while (harness.reads() > 1) {
        harness.answer();
      }
      harness.answer();
    }
    return read;
  }

  private void hear() {
    for (Effect effect : harness.effects()) {
      if (effect instanceof Effect.CountFragments(FragmentCounts done)) {
        decodedReads += done.decodedReads();
      }
      if (effect instanceof Effect.Send(MemberId to, FragmentMessage.ReadFragments asked)) {
        questions.computeIfAbsent(to.position(), _ -> new ArrayDeque<>()).add(asked);
      }
    }
  }

  /** Number of reads that were counted since fragments were lost. */
  long decodedReads() {
    hear();
    return decodedReads;
  }

  /** The other positions that are asked and have not answered. */
  List<Integer> asked() {
    hear();
    List<Integer> asked = new ArrayList<>();
    questions.forEach((position, all) -> {
      if (!all.isEmpty()) {
        asked.add(position);
      }
    });
    return asked;
  }

  /** Messages to a member, and its answers, are lost. */
  void reset(int position) {
    hear();
    questions.remove(position);
    reads.onReset(member(position));
  }

  /** All members answer all questions, until there are none. */
  void answerAll() {
    while (harness.reads() > 0 || !asked().isEmpty()) {
      for (int position = 0; position < CODE.positions(); position++) {
        answer(position);
      }
    }
  }

  /** A member answers the oldest question, if there is one. */
  void answer(int position) {
    hear();
    if (position == 0) {
      if (harness.reads() > 0) {
        harness.answer();
      }
      return;
    }
    FragmentMessage.ReadFragments question =
        questions.getOrDefault(position, new ArrayDeque<>()).poll();
    if (question != null) {
      reads.onRead(
          member(position),
          new FragmentMessage.FragmentsRead(
              Maps.GROUP,
              Maps.EPOCH,
              question.number(),
              question.objects().stream()
                  .map(query -> part(position, query).missingIn(missing.get(position)))
                  .toList()));
    }
  }

  private FragmentMessage.Part part(int position, FragmentMessage.Query query) {
    int way = spoilt.getOrDefault(position, -1);
    SortedMap<String, Payload> none = new TreeMap<>(Utf8Order.INSTANCE);
    if (way == 0) {
      return new FragmentMessage.Part(Version.ZERO, 0, none, List.of(), "bad bytes", false);
    }
    byte[] fragment = stored[position];
    if (way > 0) {
      Version other = new Version(version.epoch(), version.counter() + (way == 1 ? -1 : 1));
      return new FragmentMessage.Part(other, fragment.length, none, List.of(), "", false);
    }
    List<Payload> data = new ArrayList<>();
    for (ByteRange range : query.version().equals(version) ? query.ranges() : NONE) {
      int from = (int) Math.min(range.offset(), fragment.length);
      int to = (int) Math.min(range.end(), fragment.length);
      data.add(Payload.wrap(Arrays.copyOfRange(fragment, from, to)));
    }
    return new FragmentMessage.Part(
        version, fragment.length, query.attributes() ? attributes(version) : none, data, "", false);
  }
}
