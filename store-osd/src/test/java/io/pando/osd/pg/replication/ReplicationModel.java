package io.pando.osd.pg.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.TreeDepth;
import io.pando.message.Message;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ReplicationMessage.Replicate;
import io.pando.message.ReplicationMessage.Replicated;
import io.pando.message.ReplicationMessage.Resend;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.op.OpLimits;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.roots.RootReporter;
import io.pando.osd.pg.step.Effect;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All members of a group, and streams between them that delay and break. Beside them stands what
 * each is known to have durably, from which it follows what may be committed, and what must be.
 */
final class ReplicationModel {
  static final int LOG_ENTRIES = 8;
  static final long RETRY_NANOS = 100;

  static final GroupConfig CONFIG =
      new GroupConfig(
          new GroupConfig.LogLimits(LOG_ENTRIES, 1 << 20, 400, 1 << 20),
          new GroupConfig.WaitLimits(50, RETRY_NANOS),
          OpLimits.defaults(),
          RecoveryLimits.defaults(),
          new TreeDepth(0, 4),
          ScrubLimits.defaults());

  /** One dialled the other: what is on the way in each direction. */
  private static final class Stream {
    final Deque<Message> there = new ArrayDeque<>();
    final Deque<Message> back = new ArrayDeque<>();
    boolean dead;
  }

  private record Way(MemberId from, MemberId to) implements Comparable<Way> {
    @Override
    public int compareTo(Way other) {
      int byFrom = from.compareTo(other.from);
      return byFrom != 0 ? byFrom : to.compareTo(other.to);
    }
  }

  private static final class Member {
    final GroupHarness harness;
    final DurableHeads heads = new DurableHeads();
    final ReplicaReplication replication;

    /** The newest version that each of the others reported here. */
    final Map<MemberId, Version> heard = new TreeMap<>();

    /** Newest update that was told to be on all. */
    Version everywhere = Version.ZERO;

    Member(MemberId self, int size, Replication way) {
      harness = new GroupHarness(self.osd(), Maps.of(size, way), CONFIG);
      replication =
          new ReplicaReplication(harness.replica, new RootReporter(harness.replica), heads);
    }

    Version heard(MemberId from) {
      return heard.getOrDefault(from, Version.ZERO);
    }
  }

  private record Submitted(
      ReplicationMessage.Update update, SortedSet<MemberId> without, boolean tell, Version trimTo) {
    Version version() {
      return update.entry().version();
    }
  }

  private final Random64 random;
  private final Strategy strategy;
  private final MemberId head = MemberId.of(new OsdId(0));
  private final Map<MemberId, Member> members = new TreeMap<>();
  private final Map<Way, Stream> streams = new TreeMap<>();
  private final List<Way> notices = new ArrayList<>();
  private final List<Submitted> updates = new ArrayList<>();
  private final List<Version> committed = new ArrayList<>();
  private final List<RequestId> told = new ArrayList<>();
  private final List<Version> waiting = new ArrayList<>();
  private final PrimaryReplication primary;
  private int resent;

  ReplicationModel(long seed, int size, Replication way) {
    random = new Random64(seed);
    Maps.first(size).stream()
        .map(MemberId::of)
        .forEach(member -> members.put(member, new Member(member, size, way)));
    for (MemberId from : members.keySet()) {
      members.keySet().forEach(to -> streams.put(new Way(from, to), new Stream()));
    }
    primary = new PrimaryReplication(headMember().harness.replica, headMember().heads);
    primary.begin();
    strategy = Strategy.of(headMember().harness.replica.membership());
  }

  private Member headMember() {
    return member(head);
  }

  private Member member(MemberId osd) {
    Member member = members.get(osd);
    if (member == null) {
      throw new AssertionError("no " + osd);
    }
    return member;
  }

  int resent() {
    return resent;
  }

  // What happens

  void step() {
    switch (random.nextInt(12)) {
      case 0, 1 -> submit();
      case 2, 3, 4 -> report();
      case 5, 6, 7, 8 -> deliver();
      case 9 -> notice();
      case 10 -> {
        if (random.oneIn(4)) {
          breakStream(random.nextBoolean());
        }
      }
      default -> pass();
    }
    check();
  }

  private void pass() {
    long nanos = random.nextInt(60);
    members.values().forEach(member -> member.harness.pass(nanos));
    primary.onTick();
    collect();
    if (random.oneIn(3)) {
      Version last = updates.isEmpty() ? Version.ZERO : updates.getLast().version();
      if (primary.size() == 0) {
        boolean[] ran = new boolean[1];
        primary.whenCommitted(() -> ran[0] = true);
        assertThat(ran[0]).isTrue();
      } else {
        waiting.add(last);
        primary.whenCommitted(() -> {
          assertThat(waiting.removeFirst()).isEqualTo(last);
          assertThat(primary.committed()).isEqualTo(last);
        });
      }
    }
  }

  private void submit() {
    GroupHarness harness = headMember().harness;
    String name = "o" + random.nextInt(4);
    ReplicationMessage.Update update = harness.update(name, new RequestId(9, updates.size() + 1L));
    SortedSet<MemberId> without = new TreeSet<>();
    for (MemberId osd : members.keySet()) {
      if (!osd.equals(head) && random.oneIn(4)) {
        without.add(osd);
      }
    }
    boolean tell = primary.isCollectedElsewhere() && random.nextBoolean();
    Submitted it = new Submitted(update, without, tell, trimPoint());
    updates.add(it);
    primary.submit(
        new PendingUpdate(
            update,
            UpdateParts.SAME,
            without,
            tell,
            0,
            () -> committed.add(update.entry().version())));
    collect();
  }

  /** What is too much of the log goes, but nothing that is not committed. */
  private Version trimPoint() {
    List<LogEntry> entries = headMember().harness.replica.log().entries();
    if (entries.size() <= LOG_ENTRIES) {
      return Version.ZERO;
    }
    Version tooMuch = entries.get(entries.size() - LOG_ENTRIES - 1).version();
    Version known = primary.committed();
    if (!tooMuch.isAfter(known)) {
      return tooMuch;
    }
    return known.isAfter(headMember().harness.replica.log().tail()) ? known : Version.ZERO;
  }

  private void report() {
    Member member = member(MemberId.of(new OsdId(random.nextInt(members.size()))));
    if (member.harness.submitted() > 0) {
      member.harness.report();
      collect();
    }
  }

  private void deliver() {
    List<Runnable> choices = new ArrayList<>();
    streams.forEach((way, stream) -> {
      if (!stream.there.isEmpty()) {
        choices.add(() -> hear(way.to(), way.from(), stream.there.removeFirst()));
      }
      if (!stream.back.isEmpty()) {
        choices.add(() -> hear(way.from(), way.to(), stream.back.removeFirst()));
      }
    });
    if (!choices.isEmpty()) {
      choices.get(random.nextInt(choices.size())).run();
      collect();
    }
  }

  private void hear(MemberId self, MemberId from, Message message) {
    Member member = member(self);
    switch (message) {
      case Replicate update -> {
        member.everywhere = Version.max(member.everywhere, update.progress().committedTo());
        member.replication.onReplicate(from, GroupHarness.stream(from.osd()), update);
      }
      case Replicated done -> {
        assertThat(member(from).harness.durableHead().compareTo(done.version()))
            .as("%s reports what it has durably", from)
            .isNotNegative();
        member.heard.merge(from, done.version(), Version::max);
        if (self.equals(head)) {
          primary.onReplicated(from, done.version());
        } else {
          member.replication.onReplicated(from, done.version());
        }
      }
      case Resend _ -> primary.onSendAgain();
      default -> throw new AssertionError(message);
    }
  }

  /** Messages on the way are lost; the OSD that dialled hears of it now, or when it next sends. */
  private void breakStream(boolean unnoticed) {
    List<Way> ways = List.copyOf(streams.keySet());
    Way way = ways.get(random.nextInt(ways.size()));
    Stream stream = stream(way);
    stream.there.clear();
    stream.back.clear();
    if (unnoticed) {
      stream.dead = true;
    } else {
      notices.add(way);
    }
  }

  private Stream stream(Way way) {
    Stream stream = streams.get(way);
    if (stream == null) {
      throw new AssertionError("no " + way);
    }
    return stream;
  }

  private void notice() {
    if (!notices.isEmpty()) {
      Way way = notices.remove(random.nextInt(notices.size()));
      if (way.from().equals(head)) {
        primary.onReset(way.to());
      } else {
        member(way.from()).replication.onReset(way.to());
      }
      collect();
    }
  }

  // What is done

  private void collect() {
    members.forEach((osd, member) -> member.harness.effects().forEach(it -> carryOut(osd, it)));
  }

  private void carryOut(MemberId from, Effect effect) {
    switch (effect) {
      case Effect.Send send -> {
        checkSent(from, send.to(), send.message());
        Way way = new Way(from, send.to());
        Stream stream = stream(way);
        if (stream.dead) {
          stream.dead = false;
          notices.add(way);
        } else {
          stream.there.add(send.message());
        }
      }
      case Effect.Answer answer -> {
        Stream stream = stream(new Way(MemberId.of(answer.to().node().osd()), from));
        if (!stream.dead) {
          stream.back.add(answer.message());
        }
      }
      case Effect.ReplyToAttendant tell -> {
        assertThat(from).isEqualTo(strategy.collector());
        told.add(tell.reply().id());
      }
      case Effect.CountCommit _ -> assertThat(from).isEqualTo(head);
      default -> throw new AssertionError(from + " does " + effect);
    }
  }

  private static List<OsdId> osds(SortedSet<MemberId> members) {
    return members.stream().map(MemberId::osd).toList();
  }

  private void checkSent(MemberId from, MemberId to, Message message) {
    if (!(message instanceof Replicate sent)) {
      return;
    }
    assertThat(strategy.receivers(from)).contains(to);
    Submitted it = updates.get((int) sent.entry().version().counter() - 1);
    boolean chain = strategy.sendsDurable();
    boolean lacks = !chain && it.without().contains(to);
    assertThat(sent.entry()).isEqualTo(it.update().entry());
    assertThat(sent.update().ops()).isEqualTo(lacks ? List.of() : it.update().ops());
    assertThat(sent.update().objects()).isEqualTo(it.update().objects());
    assertThat(sent.update().bytes()).isEqualTo(it.update().bytes());
    assertThat(sent.progress().trimTo()).isEqualTo(it.trimTo());
    assertThat(sent.answerClient()).isEqualTo(it.tell());
    assertThat(sent.without()).isEqualTo(chain ? osds(it.without()) : List.of());
    if (from.equals(head)) {
      assertThat(sent.progress().committedTo()).isEqualTo(primary.committed());
    }
    if (chain) {
      assertThat(member(from).harness.durableHead().compareTo(it.version())).isNotNegative();
    }
    resent += it.version().counter() < updates.size() ? 1 : 0;
  }

  // What must hold

  private Version durableOnAll() {
    Version least = updates.isEmpty() ? Version.ZERO : updates.getLast().version();
    for (Member member : members.values()) {
      Version theirs = member.harness.durableHead();
      least = least.isAfter(theirs) ? theirs : least;
    }
    return least;
  }

  /** Up to where the collector knows that all have everything. */
  private Version collected() {
    Member collector = member(strategy.collector());
    Version known = collector.harness.durableHead();
    for (MemberId reporter : strategy.reporters()) {
      Version theirs = collector.heard(reporter);
      known = known.isAfter(theirs) ? theirs : known;
    }
    return known;
  }

  private void check() {
    Version collected = collected();
    assertThat(collected.isAfter(durableOnAll())).isFalse();
    Version known =
        strategy.collector().equals(head) ? collected : headMember().heard(strategy.collector());
    assertThat(primary.committed()).isEqualTo(known);
    assertThat(committed)
        .containsExactlyElementsOf(
            updates.stream().map(Submitted::version).filter(it -> !it.isAfter(known)).toList());
    assertThat(told)
        .containsExactlyElementsOf(
            updates.stream()
                .filter(it -> it.tell() && !it.version().isAfter(collected))
                .map(it -> it.update().entry().request())
                .toList());
    assertThat(primary.size()).isEqualTo(updates.size() - committed.size());
    waiting.forEach(version -> assertThat(version.isAfter(known)).isTrue());
    checkUnderWay(known);
    checkLogs();
  }

  private void checkUnderWay(Version known) {
    for (int i = 0; i < 4; i++) {
      ObjectId object = GroupHarness.object("o" + i);
      assertThat(primary.touches(object))
          .isEqualTo(
              updates.stream()
                  .anyMatch(it ->
                      it.version().isAfter(known) && it.update().entry().object().equals(object)));
    }
    Effect.Send copy =
        new Effect.Send(
            strategy.collector(), new RecoveryMessage.Push(Maps.GROUP, Maps.EPOCH, List.of()));
    assertThat(primary.wouldOvertake(copy))
        .isEqualTo(strategy.sendsDurable() && primary.size() > 0);
  }

  private void checkLogs() {
    List<LogEntry> all = updates.stream().map(it -> it.update().entry()).toList();
    for (Member member : members.values()) {
      Replica replica = member.harness.replica;
      int end = (int) replica.log().head().counter();
      int begin = (int) replica.log().tail().counter();
      assertThat(replica.log().entries()).isEqualTo(all.subList(begin, end));
      assertThat(replica.log().tail().isAfter(primary.committed())).isFalse();
    }
  }

  /** Nothing breaks any more; all that was ordered is committed at last. */
  void heal() {
    for (int round = 0; round < 400 && !isQuiet(); round++) {
      members.values().forEach(member -> member.harness.pass(RETRY_NANOS));
      primary.onTick();
      collect();
      while (!notices.isEmpty()) {
        notice();
      }
      for (int i = 0; i < 40; i++) {
        members.values().forEach(member -> member.harness.settle());
        collect();
        deliver();
      }
      check();
    }
    assertThat(primary.size()).isZero();
    assertThat(waiting).isEmpty();
    assertThat(told).hasSize((int) updates.stream().filter(Submitted::tell).count());
  }

  private boolean isQuiet() {
    return primary.size() == 0
        && streams.values().stream().allMatch(it -> it.there.isEmpty() && it.back.isEmpty());
  }

  /** The interval ends: members remember the updates that were reported to be on all. */
  void end() {
    Version last = primary.committed();
    members.forEach((osd, member) -> {
      if (!osd.equals(head) && osd.equals(strategy.collector())) {
        member.everywhere = Version.max(member.everywhere, collected());
      }
      member.harness.beginInterval();
      member.replication.onIntervalEnded();
    });
    primary.onIntervalEnded();
    members.forEach((osd, member) -> {
      Version known = osd.equals(head) ? last : member.everywhere;
      for (MemberId of : members.keySet()) {
        assertThat(member.heads.of(of)).isEqualTo(known.equals(Version.ZERO) ? null : known);
      }
    });
    collect();
    members.forEach((osd, member) -> {
      member.harness.settle();
      assertThat(member.harness.effects()).isEmpty();
    });
  }
}
