package io.pando.client.mount;

import io.pando.client.engine.ClientEngine;
import io.pando.client.engine.DaemonEngine;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.FsError;
import io.pando.message.FileMessage;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.port.ClusterCalls;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.report.space.SpaceUse;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One session of a client of files: its node, and the engine for operations on objects under the
 * same number. Runs on the loop of the node's endpoint.
 */
final class FileLife implements Transport.Listener {
  /** What happens to it. */
  sealed interface Event {
    record MapChanged(ClusterMap map) implements Event {}

    record MessageArrived(Peer from, FileMessage message) implements Event {}

    record PeerReset(Peer peer) implements Event {}
  }

  private final Network.Node node;
  private final DaemonEngine engine;
  private final long session;
  private final Consumer<Event> events;
  private boolean over;

  /**
   * Begins a session on a node that is attached.
   *
   * @param engine on the node's endpoint
   * @param events takes what happens until {@link #end}
   */
  FileLife(Network.Node node, long session, DaemonEngine engine, Consumer<Event> events) {
    this.node = node;
    this.session = session;
    this.engine = engine;
    this.events = events;
  }

  void start() {
    engine.endpoint().listen(this);
    engine.calls().onMap(map -> tell(new Event.MapChanged(map)));
  }

  private void tell(Event event) {
    if (!over) {
      events.accept(event);
    }
  }

  long session() {
    return session;
  }

  ClusterCalls calls() {
    return engine.calls();
  }

  void send(Peer to, FileMessage message) {
    engine.endpoint().send(to, message);
  }

  /** Space of a file system: that of its first data pool. */
  CompletableFuture<FileOutcome> space(FileSystem system) {
    ClientEngine asked = engine.engine();
    return asked
        .ask(MonitorMessage.Question.OSDS)
        .thenCombine(
            asked.ask(MonitorMessage.Question.GROUPS),
            (osds, groups) -> space(system, osds, groups));
  }

  private FileOutcome space(
      FileSystem system, MonitorMessage.Answer osds, MonitorMessage.Answer groups) {
    ClusterMap map = engine.engine().map();
    if (map == null
        || !(osds instanceof MonitorMessage.OsdsAnswer ofOsds)
        || !(groups instanceof MonitorMessage.GroupsAnswer ofGroups)) {
      return FileOutcome.failed(FsError.EIO);
    }
    SpaceUse.PoolSpace space =
        SpaceUse.of(map, ofOsds.osds(), ofGroups.groups())
            .pools()
            .get(system.pools().data().getFirst());
    return space == null
        ? FileOutcome.failed(FsError.EIO)
        : new FileOutcome.Space(
            space.storedBytes() + space.maxAvailableBytes(),
            space.maxAvailableBytes(),
            space.objects());
  }

  /** Ends it: nothing is told any more. Returns the node, which is to be released. */
  Network.Node end() {
    over = true;
    var _ = engine.engine().close();
    return node;
  }

  @Override
  public void onMessage(Peer from, Message message) {
    if (message instanceof FileMessage ofFiles) {
      tell(new Event.MessageArrived(from, ofFiles));
    } else {
      engine.endpoint().disconnect(from);
    }
  }

  @Override
  public void onReset(Peer peer, String reason) {
    tell(new Event.PeerReset(peer));
  }
}
