package io.pando.client.mount;

import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Nodes of clients of files, on the network of a connection. */
record NetworkNodes(Network network, @Nullable ClusterId cluster) implements FileNodes {
  @Override
  public CompletableFuture<Network.Node> attach(EventLoop loop, long session) {
    return CompletableFuture.supplyAsync(
        () -> attachNow(loop, session), Thread::startVirtualThread);
  }

  private Network.Node attachNow(EventLoop loop, long session) {
    try {
      return network.attach(
          new Network.Self(cluster, new NodeId(NodeId.Role.CLIENT, session), session),
          List.of(loop),
          null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void release(Network.Node node) {
    var _ = Thread.startVirtualThread(node::close);
  }
}
