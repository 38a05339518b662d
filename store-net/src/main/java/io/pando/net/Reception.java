package io.pando.net;

import io.pando.id.ClusterId;
import io.pando.port.Network;
import io.pando.wire.Greeting;
import java.util.Optional;

/**
 * Who may have a stream to a node.
 *
 * @param self the node
 * @param shards how many event loops it has
 */
record Reception(Network.Self self, int shards) {
  /** Why the dialler is turned away, as a sentence for its log. */
  Optional<String> refusal(Greeting.Hello hello) {
    ClusterId ours = self.cluster();
    ClusterId theirs = hello.cluster();
    if (ours != null && theirs != null && !ours.equals(theirs)) {
      return Optional.of(
          "%s belongs to cluster %s, the dialler to %s".formatted(self.node(), ours, theirs));
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
}
