package io.pando.osd.pg.harness;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.group.GroupLineage;
import io.pando.group.ScrubKind;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.merkle.TreeDepth;
import io.pando.message.FragmentMessage;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.op.OpLimits;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whole groups on some OSDs, without daemons, monitors or chance: messages arrive in the order in
 * which they were sent, stores answer at once, and the map changes when a test or a primary wants
 * that. {@link #settle} lets all happen that can; so what is sent, and how often, can be counted.
 */
public final class GroupCluster {
  /**
   * A message that an OSD sent to another one.
   *
   * @param answers whether it goes back by the stream of the message that it answers
   */
  public record Said(OsdId from, OsdId to, Message message, boolean answers) {
    private boolean isBetween(Said other) {
      return List.of(from, to).containsAll(List.of(other.from, other.to));
    }

    @Override
    public String toString() {
      return from.value() + ">" + to.value() + " " + message.getClass().getSimpleName();
    }
  }

  /** After so long questions are asked again. */
  public static final long RETRY_NANOS = 100;

  private static final long WALL_MILLIS = 1_700_000_000_000L;

  private final List<Site> sites = new ArrayList<>();
  private final List<Said> said = new ArrayList<>();
  private final Deque<Said> underWay = new ArrayDeque<>();
  private final Deque<Incremental.Edit> wanted = new ArrayDeque<>();
  private final PlayedMaps maps;
  private final PlayedLeases leases = new PlayedLeases();
  private final Set<OsdId> cut = new TreeSet<>();
  private boolean edits = true;
  private int untilLoss = Integer.MAX_VALUE;
  private long requests;
  private long nowNanos = 1_000_000_000L;

  /** The group is on the first {@code size} OSDs, and the others are up. */
  public GroupCluster(int size, Replication replication, GroupConfig config) {
    this(Maps.of(size, replication), config);
  }

  /** An erasure-coded group: the position of a member is the number of its OSD. */
  public GroupCluster(PoolCode code, GroupConfig config) {
    this(Maps.coded(code, false), config);
  }

  private GroupCluster(Membership first, GroupConfig config) {
    maps = new PlayedMaps(first);
    for (OsdId osd : map().osds().keySet()) {
      sites.add(new Site(this, osd, config, leases));
    }
    for (OsdId osd : mapping().up().osds()) {
      startFresh(sites.get(osd.value()));
    }
    settle();
  }

  /** What OSDs promise one another; all keep it, unless a test says otherwise. */
  public PlayedLeases leases() {
    return leases;
  }

  // Members

  MemberId member(OsdId osd) {
    return maps.areCoded() ? new MemberId(osd, osd.value()) : MemberId.of(osd);
  }

  /** The group on an OSD. */
  public Site site(int osd) {
    return sites.get(osd);
  }

  private void startFresh(Site site) {
    GroupLineage lineage = new GroupLineage(1, map().epoch());
    Membership now = maps.at(map().epoch());
    site.start(now, StoredGroup.fresh(Maps.GROUP, Maps.EPOCH, lineage));
    site.give(new Input.MapAdvanced(map(), now.mapping(), map().epoch() == Maps.EPOCH, true));
  }

  /** It learns the maps that it missed, in which its new life was not up. */
  private void startAgain(Site site) {
    site.start(maps.at(site.told()), StoredGroup.parse(Maps.GROUP, site.store().meta("", null)));
    for (Membership missed : maps.after(site.told())) {
      site.give(new Input.MapAdvanced(missed.map(), missed.mapping(), true, false));
    }
  }

  /** Small limits, so that a few objects are enough to reach them. */
  public static GroupConfig config(int indexChanges, boolean trees) {
    return new GroupConfig(
        new GroupConfig.LogLimits(10, 1 << 24, 400, 1 << 20),
        new GroupConfig.WaitLimits(2, RETRY_NANOS),
        OpLimits.defaults(),
        new RecoveryLimits(
            4_096,
            1_024,
            new RecoveryLimits.BatchLimits(3, 6_000, 2),
            4,
            new RecoveryLimits.IndexLimits(indexChanges, 4),
            trees),
        new TreeDepth(0, 4),
        new ScrubLimits(0, 0, 0, 4, 3, true));
  }

  /** Processes end, and the map says so of all at once: the others go on. */
  public void stop(int... osds) {
    List<Incremental.Edit> marks = new ArrayList<>();
    for (int osd : osds) {
      site(osd).stop();
      underWay.removeIf(it -> it.from().equals(site(osd).id()) || it.to().equals(site(osd).id()));
      marks.add(maps.marked(new OsdId(osd), false));
    }
    edit(marks.toArray(Incremental.Edit[]::new));
    for (int osd : osds) {
      sites.forEach(it -> it.give(new Input.PeerReset(site(osd).id())));
    }
    settle();
  }

  /** Messages to these OSDs are lost until they are started again, and their streams stay. */
  public void cut(int... osds) {
    for (int osd : osds) {
      cut.add(new OsdId(osd));
    }
  }

  /** It runs again, with what it had, and the map says so. */
  public void restart(int osd) {
    cut.remove(new OsdId(osd));
    startAgain(site(osd));
    edit(maps.marked(new OsdId(osd), true));
    settle();
  }

  // Maps

  /** The newest map. */
  public ClusterMap map() {
    return maps.newest();
  }

  /** Where the group is by it. */
  public GroupMapping mapping() {
    return maps.mapping();
  }

  /** The group is to be on these OSDs. */
  public void place(Integer... osds) {
    maps.place(Arrays.stream(osds).map(OsdId::new).toList());
    edit();
    settle();
  }

  /** The cluster has these flags. */
  public void flags(ClusterFlag... flags) {
    edit(new Incremental.PutFlags(new TreeSet<>(List.of(flags))));
    settle();
  }

  /** A session is fenced by the next map; the OSDs take it as soon as it is their turn. */
  public void fence(long session) {
    edit(new Incremental.PutFence(session, new Fence(Long.MAX_VALUE, "test")));
  }

  /** The fence of a session ends in the same way. */
  public void unfence(long session) {
    edit(new Incremental.RemoveFence(session));
  }

  /** An OSD has this level of fullness, and no other OSD has one; null: no OSD. */
  public void fullness(int osd, @Nullable FullnessLevel level) {
    SortedMap<OsdId, FullnessLevel> levels = new TreeMap<>();
    if (level != null) {
      levels.put(new OsdId(osd), level);
    }
    edit(new Incremental.PutFullness(new Fullness(null, levels)));
    settle();
  }

  /** Whether the map changes when a primary wants that; what it wanted meanwhile is done then. */
  public void setEdits(boolean done) {
    edits = done;
  }

  private void edit(Incremental.Edit... changes) {
    Membership next = maps.apply(List.of(changes));
    GroupMapping mapping = next.mapping();
    for (Site site : sites) {
      boolean isUp = next.map().isUp(site.id());
      boolean belongs = mapping.up().contains(site.id()) || mapping.acting().contains(site.id());
      if (!site.runs() && isUp && belongs) {
        startFresh(site);
      } else if (site.runs()) {
        site.give(new Input.MapAdvanced(next.map(), mapping, true, isUp));
      }
    }
  }

  void onUpThru(OsdId osd, long epoch) {
    wanted.add(maps.raised(osd, epoch));
  }

  void onOverride(MemberList acting) {
    wanted.add(new Incremental.OverrideActing(Maps.GROUP, acting));
  }

  // Messages

  void send(OsdId from, OsdId to, Message message) {
    pass(new Said(from, to, message, false));
  }

  private void pass(Said it) {
    said.add(it);
    if (--untilLoss == 0) {
      underWay.removeIf(it::isBetween);
      OsdId dialer = it.answers() ? it.to() : it.from();
      OsdId dialled = it.answers() ? it.from() : it.to();
      sites.get(dialer.value()).give(new Input.PeerReset(dialled));
    } else if (sites.get(it.to().value()).runs() && !cut.contains(it.to())) {
      underWay.add(it);
    }
  }

  void answer(OsdId from, Peer to, Message message) {
    NodeId node = to.node();
    if (node.role() == NodeId.Role.OSD) {
      pass(new Said(from, node.osd(), message, true));
    }
  }

  private static long epochOf(Message message) {
    return switch (message) {
      case PeeringMessage it -> it.epoch();
      case RecoveryMessage it -> it.epoch();
      case ScrubMessage it -> it.epoch();
      case ReplicationMessage it -> it.epoch();
      case FragmentMessage.ReadFragments it -> it.epoch();
      case FragmentMessage.FragmentsRead it -> it.epoch();
      default -> throw new AssertionError("not between members: " + message);
    };
  }

  /** All happens that can, until nothing is left. */
  public void settle() {
    settleWhile(() -> true);
  }

  /** The same, but it stops in the middle once something does not hold any more. */
  public void settleWhile(BooleanSupplier goesOn) {
    boolean busy = true;
    for (int steps = 0; busy && goesOn.getAsBoolean(); steps++) {
      if (steps > 1_000_000) {
        throw new AssertionError("it does not come to rest");
      }
      busy = false;
      for (Site site : sites) {
        busy |= site.step();
      }
      Said next = underWay.pollFirst();
      if (next != null) {
        deliver(next);
        busy = true;
      } else if (!busy && edits && !wanted.isEmpty()) {
        edit(wanted.removeFirst());
        busy = true;
      }
    }
  }

  private void deliver(Said it) {
    sites
        .get(it.to().value())
        .give(
            new Input.PeerSaid(
                member(it.from()),
                GroupHarness.stream(it.from()),
                epochOf(it.message()),
                it.message()));
  }

  /** That message is lost which is sent then, 1 for the next, with all that is under way there. */
  public void lose(int number) {
    untilLoss = number;
  }

  /** Messages of a kind since this was asked last; all others are dropped. */
  public <T extends Message> List<T> said(Class<T> kind) {
    List<T> taken =
        said.stream().map(Said::message).filter(kind::isInstance).map(kind::cast).toList();
    said.clear();
    return taken;
  }

  /** All messages since this was asked last, as {@code from>to Kind}. */
  public List<String> conversation() {
    List<String> taken = said.stream().map(Said::toString).toList();
    said.clear();
    return taken;
  }

  // Time and clients

  /** Time by the clock that all share. */
  public long nowNanos() {
    return nowNanos;
  }

  /** Time passes for all, and then everything happens that can. */
  public void tick(long nanos) {
    nowNanos += nanos;
    sites.stream().filter(Site::runs).forEach(site -> site.give(new Input.Ticked(wallMillis())));
    settle();
  }

  /** Wall-clock time. */
  public long wallMillis() {
    return WALL_MILLIS + nowNanos / 1_000_000;
  }

  private RequestId next() {
    return new RequestId(9, ++requests);
  }

  /** An operator orders a scrub at an OSD; it does not begin yet. */
  public void order(int osd, ScrubKind kind) {
    site(osd)
        .give(
            new Input.ClientAsked(
                GroupHarness.client(9),
                new ObjectMessage.ScrubGroup(next(), map().epoch(), Maps.GROUP, kind),
                wallMillis()));
  }

  /** A client asks, and everything happens that can; what it was told. */
  public List<ObjectMessage.Reply> ask(int osd, ObjectMessage.Request request) {
    Site asked = site(osd);
    List<ObjectMessage.Reply> _ = asked.replies();
    asked.give(new Input.ClientAsked(GroupHarness.client(9), request, wallMillis()));
    settle();
    return asked.replies();
  }

  /** A client has a vector executed at an OSD. */
  public List<ObjectMessage.Reply> operate(int osd, String name, ObjectOp... ops) {
    return ask(
        osd,
        new ObjectMessage.Operate(
            next(),
            map().epoch(),
            Maps.GROUP,
            GroupHarness.object(name),
            List.of(ops),
            ObjectMessage.Sending.FIRST));
  }

  /** A client writes an object at an OSD. */
  public List<ObjectMessage.Reply> write(int osd, String name, String bytes) {
    return operate(osd, name, new ObjectOp.WriteFull(Payload.utf8(bytes)));
  }

  /** Where members of the group at rest differ from its primary, or hold what they should not. */
  public List<String> differences() {
    Site lead = sites.get(mapping().primary().orElseThrow().value());
    List<String> found = new ArrayList<>();
    GroupStats stats = lead.group().stats();
    if (!stats.states().equals(new TreeSet<>(List.of(GroupState.ACTIVE, GroupState.CLEAN)))) {
      found.add(stats.toString());
    }
    for (Site site : sites) {
      boolean member = mapping().acting().contains(site.id());
      if (member && !site.store().contents().equals(lead.store().contents())) {
        found.add(site.id() + " has " + site.store().contents());
      }
      if (member && !site.group().held().info().lastUpdate().equals(stats.contents().version())) {
        found.add(site.id() + " ends at " + site.group().held().info().lastUpdate());
      }
      if (!site.slots().isEmpty() || site.turns() != 0) {
        found.add("%s has slots %s, %d turns".formatted(site.id(), site.slots(), site.turns()));
      }
    }
    return found;
  }

  /** The statistics of the group that its primary reports to the monitors. */
  public GroupStats stats() {
    return sites.get(mapping().primary().orElseThrow().value()).group().stats();
  }

  /** What an operator is told of the group. */
  public GroupReport report() {
    int lead = mapping().primary().orElseThrow().value();
    List<ObjectMessage.Reply> told =
        ask(lead, new ObjectMessage.QueryGroup(next(), map().epoch(), Maps.GROUP));
    return ((ObjectMessage.QueryReply) told.getFirst()).report();
  }
}
