package io.pando.osd.pg.roots;

import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.port.Peer;
import io.pando.probe.Limit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reports the root of a member's tree to the primary. The root goes with the acknowledgement of
 * every eighth update. It goes in a message of its own if none was sent for two seconds and it is
 * new, or if none was sent for a minute. There is no answer: the next report makes up for a lost
 * one.
 */
public final class RootReporter {
  private static final long NEW_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long SAME_NANOS = Duration.ofMinutes(1).toNanos();

  /** Reporting a root costs both sides about as much as updating the tree. */
  private static final Limit ACKNOWLEDGED_STEP =
      Limit.of("roots: updates between told roots", 1, 8);

  private final Replica replica;
  private @Nullable Peer primary;
  private @Nullable Version toldVersion;
  private @Nullable Digest told;
  private long toldNanos;

  public RootReporter(Replica replica) {
    this.replica = replica;
    this.toldNanos = replica.nowNanos();
  }

  /** Records the stream on which the primary spoke; reports go there. */
  public void onPrimary(Peer via) {
    primary = via;
  }

  /** The root to send with an acknowledgement to the primary; null for none. */
  public @Nullable Digest tellWith(Version version) {
    return version.counter() % ACKNOWLEDGED_STEP.value() == 0 ? tell(version) : null;
  }

  private @Nullable Digest tell(Version version) {
    Digest root = replica.root(version);
    if (root != null) {
      toldVersion = version;
      told = root;
      toldNanos = replica.nowNanos();
    }
    return root;
  }

  /** Sends the root to the primary if it is due. */
  public void onTick() {
    Peer to = primary;
    long silentNanos = replica.nowNanos() - toldNanos;
    if (to == null || silentNanos < NEW_NANOS) {
      return;
    }
    Version head = replica.log().head();
    if (silentNanos >= SAME_NANOS || isNew(head)) {
      Digest root = tell(head);
      if (root != null) {
        replica.answer(
            to, new ReplicationMessage.Root(replica.group(), replica.epoch(), head, root));
      }
    }
  }

  private boolean isNew(Version head) {
    Digest root = replica.root(head);
    return root != null && !(head.equals(toldVersion) && root.equals(told));
  }
}
