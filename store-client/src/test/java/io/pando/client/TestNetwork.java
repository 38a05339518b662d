package io.pando.client;

import io.pando.check.Invariant;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.crush.CrushMap;
import io.pando.erasure.code.CodeParameters;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.message.ObjectMessage;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.report.MonitorStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A network of one loop with a cluster of one monitor and one OSD at its other end, all on the
 * loop's thread.
 */
final class TestNetwork implements Network, Transport {
  static final ClusterId CLUSTER = new ClusterId(new UUID(4, 2));

  private record Asked(Peer osd, ObjectMessage.Request request) {}

  private static final OsdId OSD = new OsdId(0);

  private final TestLoop loop = new TestLoop();
  private final MemoryObjects objects = new MemoryObjects();
  private final List<Asked> unanswered = new ArrayList<>();
  private final CountDownLatch detached = new CountDownLatch(1);
  private @Nullable Listener listener;
  private @Nullable Peer monitor;
  private volatile boolean monitorAnswers = true;
  private volatile boolean osdAnswers = true;
  private volatile boolean closed;
  private ClusterMap map;

  TestNetwork(int groups) {
    TreeMap<OsdId, OsdInfo> osds = new TreeMap<>();
    Address address = new Address(OSD.node(), 7, "10.0.0.1", 6800);
    osds.put(
        OSD,
        new OsdInfo(
            OSD,
            new UUID(1, 1),
            true,
            new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
            new OsdInfo.Endpoint(address, 2),
            new OsdInfo.UpHistory(1, 1, 0, 0)));
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    PoolId id = new PoolId(1);
    pools.put(
        id,
        new PoolInfo(
            id,
            "photos",
            new PoolInfo.Layout(1, 1, GroupCounts.fresh(groups), 0),
            1,
            new PoolInfo.Options(false, 1, Replication.PRIMARY)));
    TreeMap<PgId, MemberList> overrides = new TreeMap<>();
    for (int seed = 0; seed < groups; seed++) {
      overrides.put(new PgId(id, seed), MemberList.of(OSD));
    }
    map =
        new ClusterMap(
            new ClusterMap.Stamp(CLUSTER, 10, 0),
            new ClusterMap.PlacementInput(osds, pools, CrushMap.builder().build(), overrides),
            new TreeSet<>(),
            List.of(),
            ClusterMap.Losses.NONE);
  }

  /** Whether the monitor answers. */
  void monitorAnswers(boolean answers) {
    monitorAnswers = answers;
  }

  /** Whether the OSD answers; when it does again, it answers the messages received meanwhile. */
  void osdAnswers(boolean answers) {
    osdAnswers = answers;
    if (answers) {
      loop.execute(() -> {
        List<Asked> late = List.copyOf(unanswered);
        unanswered.clear();
        late.forEach(asked -> serve(asked.osd(), asked.request()));
      });
    }
  }

  /** Removes all pools in the next map. */
  void dropPools() {
    loop.execute(() ->
        advance(
            map.pools().keySet().stream()
                .<Incremental.Edit>map(Incremental.RemovePool::new)
                .toList()));
  }

  /** Has the next map require a release, which this build may not know. */
  void requireRelease(int number) {
    loop.execute(() -> advance(List.of(new Incremental.RequireRelease(number))));
  }

  boolean isClosed() {
    return closed;
  }

  boolean awaitDetached() throws InterruptedException {
    return detached.await(10, TimeUnit.SECONDS);
  }

  private void advance(List<Incremental.Edit> edits) {
    Incremental next = new Incremental(map.epoch() + 1, 0, edits);
    map = map.apply(next);
    tell(monitor, new MapUpdate(null, List.of(next)));
  }

  private void tell(@Nullable Peer from, Message message) {
    Listener hearing = listener;
    if (hearing != null && from != null) {
      loop.execute(() -> hearing.onMessage(from, message));
    }
  }

  @Override
  public void send(Peer to, Message message) {
    if (message instanceof ObjectMessage.Request request) {
      if (osdAnswers) {
        serve(to, request);
      } else {
        unanswered.add(new Asked(to, request));
      }
      return;
    }
    monitor = to;
    if (monitorAnswers) {
      answer((MonitorMessage) message);
    }
  }

  private void serve(Peer osd, ObjectMessage.Request request) {
    PoolInfo pool =
        Invariant.present(map.pools().get(request.group().pool()), () -> "pool of " + request);
    tell(
        osd,
        switch (request) {
          case ObjectMessage.Operate operate ->
              new ObjectMessage.OperateReply(
                  request.id(),
                  map.epoch(),
                  request.attempt(),
                  objects.execute(operate.object(), operate.ops()));
          case ObjectMessage.ListObjects list -> objects.list(pool, list);
          case ObjectMessage.QueryGroup _, ObjectMessage.ScrubGroup _ ->
              new ObjectMessage.NotServed(
                  request.id(), map.epoch(), 0, false, "queries are not for tests");
        });
  }

  private void answer(MonitorMessage message) {
    switch (message) {
      case MonitorMessage.Subscribe subscribe -> {
        if (subscribe.haveEpoch() < map.epoch()) {
          tell(monitor, new MapUpdate(map, List.of()));
        }
      }
      case MonitorMessage.Ask ask -> {
        NodeId mon = new NodeId(NodeId.Role.MON, 0);
        tell(
            monitor,
            switch (ask.question()) {
              case MONITORS ->
                  new MonitorMessage.MonitorsAnswer(
                      ask.request(), new MonitorStatus(mon, mon, 1, List.of(mon), List.of(mon)));
              case OSDS -> new MonitorMessage.OsdsAnswer(ask.request(), List.of());
              case GROUPS -> new MonitorMessage.GroupsAnswer(ask.request(), List.of());
              case STATUS -> new MonitorMessage.NoAnswer(ask.request(), "no quorum");
            });
      }
      case MonitorMessage.RequestChange request -> change(request);
      default -> throw new AssertionError("unexpected " + message);
    }
  }

  private void change(MonitorMessage.RequestChange request) {
    switch (request.change()) {
      case Change.CreatePool create ->
          create(request, create.name(), new PoolInfo.Layout(1, 1, GroupCounts.fresh(1), 0));
      case Change.CreateErasurePool create -> {
        PoolCode code = new PoolCode(CodeParameters.of(2, 1), PoolCode.DEFAULT_STRIPE_UNIT);
        create(request, create.name(), new PoolInfo.Layout(3, 2, GroupCounts.fresh(1), 0, code));
      }
      default -> reply(request, new ChangeOutcome.Rejected("that is not for tests"));
    }
  }

  private void create(MonitorMessage.RequestChange request, String name, PoolInfo.Layout layout) {
    PoolId id = new PoolId(map.pools().lastKey().value() + 1);
    PoolInfo pool =
        new PoolInfo(
            id, name, layout, map.epoch() + 1, new PoolInfo.Options(false, 1, Replication.PRIMARY));
    reply(request, new ChangeOutcome.Accepted(map.epoch() + 1, "pool created"));
    advance(
        List.of(
            new Incremental.PutPool(pool),
            new Incremental.OverrideActing(new PgId(id, 0), MemberList.of(OSD))));
  }

  private void reply(MonitorMessage.RequestChange request, ChangeOutcome outcome) {
    tell(monitor, new MonitorMessage.ChangeReply(request.request(), outcome));
  }

  @Override
  public void listen(Listener hearing) {
    listener = hearing;
  }

  @Override
  public void join(ClusterId cluster) {}

  @Override
  public void setReading(Peer peer, boolean reading) {}

  @Override
  public void disconnect(Peer peer) {}

  @Override
  public String describe() {
    return "test";
  }

  @Override
  public List<? extends EventLoop> loops() {
    return List.of(loop);
  }

  @Override
  public Node attach(Self self, List<? extends EventLoop> shards, @Nullable Listen listen) {
    return new Node() {
      @Override
      public List<? extends Transport> endpoints() {
        return List.of(TestNetwork.this);
      }

      @Override
      public @Nullable Address address() {
        return null;
      }

      @Override
      public void close() {
        detached.countDown();
      }
    };
  }

  @Override
  public void close() {
    closed = true;
    loop.stop();
  }
}
