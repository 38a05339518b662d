package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.cluster.Change;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.id.NodeId;
import io.pando.mds.life.MdsConfig;
import io.pando.sim.SimCluster;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A client that is evicted before its lease is over, and does not hear of that. */
class EvictedClientTest {
  private static final String FILES = "photos";
  private static final long LOOK_NANOS = 2_000_000;
  private static final Nodes MONITORS = new Nodes.OfRole(NodeId.Role.MON);
  private static final Nodes SERVERS = new Nodes.OfRole(NodeId.Role.MDS);

  private final SimCluster cluster = new SimCluster(7, new SimCluster.Shape(1, 3, 1)).formed();
  private final Cluster admin = cluster.connect();
  private final SimMds server = new SimMds(cluster, 0, MdsConfig.usual(""));
  private final SimFiles evicted = begin();
  private final SimFiles other = SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);
  private final Ino directory =
      found(evicted, make(Ino.ROOT, "d", new FsRequest.NewContent.NewDirectory()));

  private SimFiles begin() {
    change(new Change.CreatePool("names", 4, 3, 2, null));
    change(new Change.CreatePool("bytes", 4, 3, 2, null));
    change(new Change.CreateFileSystem(FILES, "names", List.of("bytes")));
    server.start();
    return SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);
  }

  private void change(Change change) {
    cluster.await(admin.admin().changeAsync(change));
  }

  private static FileCall make(Ino in, String name, FsRequest.NewContent content) {
    return new FileCall.Make(new NewName(in, EntryName.of(name), 0755, 0, content));
  }

  private Ino found(SimFiles by, FileCall call) {
    FileOutcome outcome = cluster.await(by.call(Caller.ROOT, call));
    assertThat(outcome).isInstanceOf(FileOutcome.Answered.class);
    FsAnswer answer = ((FileOutcome.Answered) outcome).answer();
    assertThat(answer).isInstanceOf(FsAnswer.Found.class);
    return ((FsAnswer.Found) answer).inode().ino();
  }

  private FileCall file(String name) {
    return make(directory, name, new FsRequest.NewContent.NewFile());
  }

  private CapabilitySet usable() {
    return evicted.calls().permit(directory).usable();
  }

  private LinkFault unheard(Nodes from) {
    return new LinkFault.Cut(from, Nodes.of(evicted.node()));
  }

  /** Evicts the client, which does not hear some nodes, after it has made a file. */
  private long evict(LinkFault... unheard) {
    found(evicted, file("a"));
    assertThat(usable().isEmpty()).isFalse();
    List.of(unheard).forEach(cluster.fabric()::apply);
    long session = evicted.sessions().getLast();
    cluster.await(admin.admin().files().evictAsync(FILES, 0, session));
    return session;
  }

  @Test
  void othersWaitForTheEndOfItsLease() {
    long begun = cluster.world().nowNanos();
    long session = evict(unheard(MONITORS), unheard(SERVERS));
    CompletableFuture<FileOutcome> made = other.call(Caller.ROOT, file("b"));
    while (!made.isDone()) {
      CapabilitySet ofOther = other.calls().permit(directory).usable();
      assertThat(ofOther.conflictsWith(usable())).as("both use the directory").isFalse();
      cluster.world().runFor(LOOK_NANOS);
    }
    assertThat(usable()).isEqualTo(CapabilitySet.NONE);
    assertThat(admin.admin().map().fences().contains(session)).isTrue();
    assertThat(cluster.world().nowNanos() - begun)
        .isBetween(5 * SimCluster.SECOND, 15 * SimCluster.SECOND);
    cluster.fabric().liftAll();
    found(evicted, file("c"));
    assertThat(evicted.sessions()).hasSize(2);
  }

  @Test
  void itIsToldAtOnce() {
    long session = evict(unheard(MONITORS));
    cluster.world().runFor(SimCluster.SECOND / 10);
    assertThat(usable()).isEqualTo(CapabilitySet.NONE);
    assertThat(evicted.losses()).hasSize(1);
    assertThat(evicted.sessions()).doesNotHaveDuplicates().startsWith(session);
  }

  @Test
  void aSuccessorRefusesIt() {
    LinkFault ofServers = unheard(SERVERS);
    long session = evict(unheard(MONITORS), ofServers);
    cluster.world().runFor(SimCluster.SECOND / 10);
    assertThat(evicted.losses()).isEmpty();
    server.crash();
    server.start();
    cluster.world().runFor(SimCluster.SECOND);
    cluster.fabric().lift(ofServers);
    cluster.world().runFor(7 * SimCluster.SECOND);
    assertThat(evicted.losses()).as("it is told, or its lease is over").hasSize(1);
    assertThat(evicted.sessions()).startsWith(session).hasSize(2);
  }
}
