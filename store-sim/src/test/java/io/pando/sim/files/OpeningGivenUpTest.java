package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.client.engine.DaemonEngine;
import io.pando.client.mount.FileEngine;
import io.pando.client.mount.FileNodes;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.sim.SimCluster;
import io.pando.sim.net.SimNetwork;
import io.pando.sim.world.SimProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A client of files whose opening is given up while no monitor answers. */
class OpeningGivenUpTest {
  private final SimCluster cluster = new SimCluster(3, new SimCluster.Shape(1, 1, 1)).formed();
  private final List<Network.Node> open = new ArrayList<>();

  private final class Nodes implements FileNodes {
    private final SimNetwork network;

    Nodes(SimNetwork network) {
      this.network = network;
    }

    @Override
    public CompletableFuture<Network.Node> attach(EventLoop loop, long session) {
      NodeId id = new NodeId(NodeId.Role.CLIENT, session);
      Network.Self self = new Network.Self(cluster.id(), id, session);
      try {
        open.add(network.attach(self, List.of(loop), null));
        return CompletableFuture.completedFuture(open.getLast());
      } catch (IOException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    @Override
    public void release(Network.Node node) {
      open.remove(node);
      node.close();
    }
  }

  @Test
  void nothingStaysOpen() {
    cluster.crashMonitor(0);
    SimProcess process = cluster.world().start("files");
    SimNetwork network = SimNetwork.of(cluster.fabric(), process, 1);
    FileEngine.Settings settings =
        new FileEngine.Settings(
            "photos",
            new DaemonEngine.Contacts(cluster.contacts(), cluster.id()),
            _ -> {
              throw new AssertionError("a file system was opened");
            },
            _ -> {},
            new SimpleMeterRegistry());
    CompletableFuture<FileEngine.Opening> opening =
        FileEngine.open(settings, network.loops().getFirst(), new Nodes(network), 5);
    cluster.world().runFor(SimCluster.SECOND);
    assertThat(open).hasSize(1);
    opening.complete(new FileEngine.Opening.Refused("it takes too long"));
    cluster.world().runFor(SimCluster.SECOND);
    assertThat(open).isEmpty();
    cluster.restartMonitor(0);
    cluster.world().runFor(5 * SimCluster.SECOND);
    assertThat(open).isEmpty();
  }
}
