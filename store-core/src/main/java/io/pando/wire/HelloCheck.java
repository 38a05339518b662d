package io.pando.wire;

import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.port.Network;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a node accepts a dialler's stream. A hello proves nothing, since peers have no
 * keys. Only a hello that no correct peer sends is refused.
 *
 * @param self the node
 * @param shards number of its event loops
 */
public record HelloCheck(Network.Self self, int shards) {
  /** Upper bound of OSD numbers, exclusive. */
  private static final int MAX_OSDS = 65_536;

  /** The reason to refuse the dialler, as a sentence for its log; empty to accept it. */
  public Optional<String> refusal(Greeting.Hello hello) {
    ClusterId ours = self.cluster();
    ClusterId theirs = hello.cluster();
    if (ours != null && theirs != null && !ours.equals(theirs)) {
      return Optional.of(
          "%s belongs to cluster %s, the dialler to %s".formatted(self.node(), ours, theirs));
    }
    if (ours != null && theirs == null && !mayAskForCluster(hello)) {
      return Optional.of(
          "%s belongs to cluster %s, the dialler names none".formatted(self.node(), ours));
    }
    String impossible = impossible(hello.self());
    if (impossible != null) {
      return Optional.of(impossible);
    }
    if (!hello.wanted().equals(self.node())) {
      return Optional.of("%s listens here, not %s".formatted(self.node(), hello.wanted()));
    }
    if (hello.wantedNonce() != 0 && hello.wantedNonce() != self.nonce()) {
      return Optional.of(
          "incarnation %x of %s is gone, %x listens here now"
              .formatted(hello.wantedNonce(), self.node(), self.nonce()));
    }
    if (hello.shard() < 0 || hello.shard() >= shards) {
      return Optional.of(
          "%s has shards 0 to %d, not %d".formatted(self.node(), shards - 1, hello.shard()));
    }
    return Optional.empty();
  }

  /**
   * Whether the dialler may leave the cluster open: a client that knows only addresses learns the
   * cluster from its first map.
   */
  private boolean mayAskForCluster(Greeting.Hello hello) {
    return hello.self().role() == NodeId.Role.CLIENT && self.node().role() == NodeId.Role.MON;
  }

  /**
   * A monitor with an empty folder asks the other monitors how it begins; all ask a metadata server
   * whose connection broke whether it is still there.
   */
  private boolean isDialledByMonitors() {
    return self.node().role() == NodeId.Role.MON || self.node().role() == NodeId.Role.MDS;
  }

  private @Nullable String impossible(NodeId dialler) {
    return switch (dialler.role()) {
      case MON ->
          isDialledByMonitors() && !dialler.equals(self.node())
              ? null
              : "monitors dial only other monitors and metadata servers, not " + self.node();
      case OSD ->
          dialler.number() >= 0 && dialler.number() < MAX_OSDS
              ? null
              : "OSD numbers go from 0 to %d: %s is none".formatted(MAX_OSDS - 1, dialler);
      case MDS, CLIENT -> null;
    };
  }
}
