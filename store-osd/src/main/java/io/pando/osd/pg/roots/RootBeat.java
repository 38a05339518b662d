package io.pando.osd.pg.roots;

import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import io.pando.probe.Limit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a member tells the primary of its tree: the root with acknowledgements of every eighth
 * update, and by a message of its own if it has told nothing for two seconds and has something new,
 * or for ten. Nobody answers: what is lost is made up for by the next.
 */
public final class RootBeat {
  private static final long NEW_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long SAME_NANOS = Duration.ofSeconds(10).toNanos();

  /** A root costs both sides about what the tree itself costs. */
  private static final Limit ACKNOWLEDGED_STEP =
      Limit.of("roots: updates between told roots", 1, 8);

  private final Replica replica;
  private @Nullable Peer primary;
  private @Nullable Version toldVersion;
  private @Nullable Digest told;
  private long toldNanos;

  public RootBeat(Replica replica) {
    this.replica = replica;
  }

  /** A new interval: perhaps another primary. */
  public void reset() {
    primary = null;
    toldVersion = null;
    told = null;
    toldNanos = replica.nowNanos();
  }

  /** The primary spoke, and hears what is said on the same stream. */
  public void onPrimary(Peer via) {
    primary = via;
  }

  /** What is told with an acknowledgement to the primary; null: nothing is. */
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

  /** Tells the primary, if it is time to. */
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
        replica.emit(
            new Effect.Answer(
                to, new ReplicationMessage.Root(replica.group(), replica.epoch(), head, root)));
      }
    }
  }

  private boolean isNew(Version head) {
    Digest root = replica.root(head);
    return root != null && !(head.equals(toldVersion) && root.equals(told));
  }
}
