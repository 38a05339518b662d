package io.pando.osd.shard;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.group.LogEntry;
import io.pando.group.RemainingLeases;
import io.pando.id.MemberId;
import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.message.FragmentMessage;
import io.pando.message.GroupMessage;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.PositionedMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.fragment.FragmentServer;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Input;
import io.pando.osd.traffic.ClientLoad;
import io.pando.osd.traffic.HeldMessages;
import io.pando.osd.traffic.PeerStreams;
import io.pando.osd.traffic.UnknownPeers;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import io.pando.random.Random64;
import io.pando.session.PeerStatus;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages to the groups of a shard. A message of a newer epoch waits until a monitor has
 * sent that map. A message for a group that has no copy here is answered.
 */
final class MessageDispatcher {
  /** Most epochs by which a sender's map may be ahead. */
  private static final long MAX_LEAP = 10_000;

  private static final long MAX_HELD_NANOS = 30_000_000_000L;

  /** The group that a message is about, and its sender's epoch. */
  private record GroupEpoch(PgId group, long epoch) {
    /** The group and epoch of a message about a group; empty for other messages. */
    static Optional<GroupEpoch> of(Message message) {
      return switch (message) {
        case GroupMessage about -> Optional.of(new GroupEpoch(about.group(), about.epoch()));
        case PositionedMessage(_, _, GroupMessage about) ->
            Optional.of(new GroupEpoch(about.group(), about.epoch()));
        case ObjectMessage.Request request ->
            Optional.of(new GroupEpoch(request.group(), request.epoch()));
        default -> Optional.empty();
      };
    }
  }

  private final ShardState shard;
  private final GroupRunner runner;
  private final ClientLoad load;
  private final FullnessWatch fullness;
  private final Random64 random;
  private final HeldMessages held;
  private final PeerStreams streams = new PeerStreams();
  private final UnknownPeers strangers;

  MessageDispatcher(
      ShardState shard,
      GroupRunner runner,
      ClientLoad load,
      FullnessWatch fullness,
      HeldMessages held,
      Random64 random) {
    this.shard = shard;
    this.strangers = new UnknownPeers(shard.owner::note);
    this.held = held;
    this.runner = runner;
    this.load = load;
    this.fullness = fullness;
    this.random = random;
  }

  /** Processes the messages that waited for this map. */
  void onMap(long epoch) {
    held.take(epoch).forEach(it -> onMessage(it.from(), it.message()));
  }

  void onMessage(Peer from, Message message) {
    if (message instanceof ObjectMessage.Listen && from instanceof Peer.Session client) {
      onListen(client);
      return;
    }
    ClusterMap now = shard.map;
    @Nullable GroupEpoch about = GroupEpoch.of(message).orElse(null);
    if (shard.stopped || now == null || about == null) {
      return;
    }
    if (PeerStatus.of(from, now) == PeerStatus.WRONG_HOST) {
      Probe.reached("messages: of a stranger");
      strangers.onDropped(from, now);
      return;
    }
    if (!streams.isCurrent(from)) {
      Probe.reached("messages: an older stream of a peer");
      // Streams may be accepted in another order than they were dialled: disconnecting tells a live
      // peer that this one is not used.
      shard.ports.transport().disconnect(from);
      return;
    }
    if (about.epoch() > now.epoch()) {
      Probe.reached("messages: wait for a newer map");
      hold(from, about.epoch(), message, now);
      return;
    }
    if (message instanceof ObjectMessage.Request request) {
      onClient(from, request, now);
    } else if (from.node().role() == NodeId.Role.OSD) {
      onPeer(from, message, now);
    }
  }

  /**
   * Handles the loss of a stream. Messages that the peer may have missed are resent after a while.
   */
  void onReset(Peer peer) {
    streams.forget(peer);
    held.forget(peer);
    load.onReset(peer);
    runner.onReset(peer);
    if (peer instanceof Peer.Session session) {
      shard.listeners.remove(session);
    }
    if (shard.stopped || peer.node().role() != NodeId.Role.OSD || !(peer instanceof Peer.Dialed)) {
      return;
    }
    OsdId osd = peer.node().osd();
    shard
        .ports
        .loop()
        .schedule(
            streams.onBroken(peer.node(), random),
            () -> {
              for (PlacementGroup group : List.copyOf(shard.groups.all())) {
                if (group.isPrimary() || group.membership().osds().contains(osd)) {
                  runner.give(group, new Input.PeerReset(osd));
                }
              }
            });
  }

  private void onListen(Peer.Session client) {
    ClusterMap now = shard.map;
    if (shard.stopped || now == null || !usesObjects(client.node().role())) {
      return;
    }
    shard.listeners.add(client);
    send(client, new ObjectMessage.Listening(now.epoch()));
  }

  private static boolean usesObjects(NodeId.Role role) {
    return role == NodeId.Role.CLIENT || role == NodeId.Role.MDS;
  }

  private void send(Peer to, Message message) {
    shard.ports.transport().send(to, message);
  }

  /**
   * Holds a message until its map has come. A sender that is disconnected resends what it still
   * needs.
   */
  private void hold(Peer from, long epoch, Message message, ClusterMap now) {
    if (epoch - now.epoch() > MAX_LEAP) {
      Probe.reached("messages: of an epoch that is far ahead");
      cutOff(from);
      return;
    }
    shard.owner.needMap(epoch);
    held.add(from, epoch, shard.ports.loop().nanoTime(), message).ifPresent(this::cutOff);
  }

  /** Disconnects senders whose messages waited too long for a map: that map may not exist. */
  void onTick() {
    held.expire(shard.ports.loop().nanoTime() - MAX_HELD_NANOS).forEach(this::cutOff);
  }

  /**
   * Disconnects a peer and handles the reset here: the transport does not report a reset that was
   * requested, and messages sent to the peer are lost.
   */
  private void cutOff(Peer peer) {
    shard.ports.transport().disconnect(peer);
    onReset(peer);
  }

  private void onPeer(Peer from, Message message, ClusterMap now) {
    switch (message) {
      case GroupMessage plain ->
          onPeer(from, MemberId.NO_POSITION, copy(plain, MemberId.NO_POSITION), plain, now);
      case PositionedMessage(int of, int to, GroupMessage about) -> {
        PlacementGroup leading =
            to == MemberId.NO_POSITION ? shard.groups.leading(about.group()) : null;
        onPeer(from, of, leading == null ? copy(about, to) : leading.id(), about, now);
      }
      default -> {
        // Not about a group.
      }
    }
  }

  private static ReplicaId copy(GroupMessage about, int position) {
    return new ReplicaId(about.group(), position);
  }

  private void onPeer(Peer from, int position, ReplicaId to, GroupMessage message, ClusterMap now) {
    OsdId osd = from.node().osd();
    if (!now.isUp(osd, from.nonce())) {
      Probe.reached("messages: of an incarnation that is not up");
      return;
    }
    if (message instanceof ReplicationMessage && !(message instanceof ReplicationMessage.Root)) {
      runner.onClientWork();
      if (message instanceof ReplicationMessage.Replicate update) {
        shard.meters.onReplicate(update);
        debug(from, update);
      }
    }
    PlacementGroup group = shard.groups.get(to);
    if (group != null) {
      MemberId member = new MemberId(osd, position);
      runner.give(group, new Input.PeerSaid(member, from, message.epoch(), message));
    } else {
      answerWithoutGroup(from, to, message, now);
    }
  }

  private void debug(Peer from, ReplicationMessage.Replicate update) {
    if (shard.owner.isDebugged()) {
      LogEntry entry = update.update().entry();
      shard.owner.debug(
          "%s: request %s, update %s of '%s' in group %s, comes from %s"
              .formatted(
                  shard.id(),
                  entry.request(),
                  entry.version(),
                  entry.object().name(),
                  update.group(),
                  from.node()));
    }
  }

  private void debug(Peer from, ObjectMessage.Request request) {
    if (shard.owner.isDebugged()) {
      shard.owner.debug(
          "%s: request %s for group %s comes from %s"
              .formatted(shard.id(), request.id(), request.group(), from.node()));
    }
  }

  private void answerWithoutGroup(Peer from, ReplicaId copy, GroupMessage message, ClusterMap now) {
    PgId group = copy.group();
    PoolInfo pool = now.pools().get(group.pool());
    if (pool == null || !shard.isAwake(now)) {
      return;
    }
    if (message instanceof PeeringMessage.GetInfo) {
      Probe.reached("messages: asked for a group that is not here");
      answerFor(
          copy,
          from,
          new PeeringMessage.Notify(
              group,
              now.epoch(),
              StoredGroup.emptyInfo(group, pool.createdEpoch(), now.epoch()),
              new RemainingLeases(
                  new TreeMap<>(), shard.leases.forgottenNanos(shard.ports.loop().nanoTime())),
              null));
    } else if (message instanceof FragmentMessage.ReadFragments read) {
      answerReads(copy, from, read, now);
    } else if (message instanceof RecoveryMessage.Pull pull) {
      Probe.reached("messages: a pull for a group that is not here");
      answerFor(
          copy,
          from,
          new RecoveryMessage.PushFailed(
              group,
              now.epoch(),
              pull.objects().stream()
                  .map(it ->
                      new RecoveryMessage.Refused(
                          it.object(), it.version(), "this OSD does not have the group"))
                  .toList()));
    }
  }

  private void answerReads(
      ReplicaId copy, Peer from, FragmentMessage.ReadFragments read, ClusterMap now) {
    Probe.reached("messages: a read of fragments for a group that is not here");
    answerFor(copy, from, FragmentServer.nothing(read, now.epoch()));
  }

  /** Answers the leader of a group in place of a copy that is not here. */
  private void answerFor(ReplicaId copy, Peer from, GroupMessage answer) {
    send(
        from,
        copy.hasPosition()
            ? new PositionedMessage(copy.position(), MemberId.NO_POSITION, answer)
            : answer);
  }

  private void onClient(Peer from, ObjectMessage.Request request, ClusterMap now) {
    PoolInfo pool = now.pools().get(request.group().pool());
    PlacementGroup group = shard.groups.leading(request.group());
    if (pool == null) {
      Probe.reached("messages: a request to a pool that is gone");
      send(from, withoutPool(request, now));
    } else if (pool.isRemoved()) {
      Probe.reached("messages: a request to a removed pool");
      // From this map the client learns the fate of its earlier attempts.
      send(from, notServed(request, now, "pool '" + pool.name() + "' was removed"));
    } else if (group == null) {
      Probe.reached("messages: a request for a group that is elsewhere");
      send(from, notServed(request, now, "the group is not on this OSD"));
    } else if (request instanceof ObjectMessage.Operate operate
        && !belongs(pool, operate.group(), operate.object())) {
      Probe.reached("messages: an object of another group");
      send(from, elsewhere(operate, now));
    } else if (request instanceof ObjectMessage.ListObjects list
        && list.after() != null
        && !Placement.group(pool, list.after()).equals(list.group())) {
      Probe.reached("messages: a listing continues in another group");
      send(from, notServed(request, now, "that place belongs to another group"));
    } else {
      long bytes = load.onRequest(from, request, shard.ports.loop().nanoTime());
      shard.meters.pool(pool.id()).onWritten(bytes);
      debug(from, request);
      fullness.look();
      runner.onClientWork();
      runner.give(group, new Input.ClientAsked(from, request, shard.ports.loop().wallMillis()));
    }
  }

  /**
   * Reply for an object of another group. By an older map the object may have belonged to this
   * group, and an earlier attempt may have changed it then: so that case is not a failure.
   */
  private static ObjectMessage.Reply elsewhere(ObjectMessage.Operate request, ClusterMap now) {
    return request.epoch() < now.epoch()
        ? notServed(request, now, "the object belongs to another group by a newer map")
        : failed(
            request,
            now,
            OpError.INVALID,
            request.object() + " does not belong to group " + request.group());
  }

  private static boolean belongs(PoolInfo pool, PgId group, ObjectId object) {
    return !object.name().isEmpty()
        && object.equals(Placement.object(object.name()))
        && Placement.group(pool, object).equals(group);
  }

  private static ObjectMessage.Reply withoutPool(ObjectMessage.Request request, ClusterMap now) {
    String what = "there is no pool " + request.group().pool();
    return request instanceof ObjectMessage.Operate
        ? failed(request, now, OpError.NO_POOL, what)
        : notServed(request, now, what);
  }

  private static ObjectMessage.Reply failed(
      ObjectMessage.Request request, ClusterMap now, OpError error, String what) {
    return new ObjectMessage.OperateReply(
        request.id(), now.epoch(), request.attempt(), new OpOutcome.Failed(error, -1, what));
  }

  private static ObjectMessage.NotServed notServed(
      ObjectMessage.Request request, ClusterMap now, String why) {
    return new ObjectMessage.NotServed(request.id(), now.epoch(), request.attempt(), false, why);
  }
}
