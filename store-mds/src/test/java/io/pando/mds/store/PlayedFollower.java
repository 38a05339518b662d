package io.pando.mds.store;

import io.pando.mds.follow.FollowEffect;
import io.pando.mds.follow.FollowedJournal;
import io.pando.mds.follow.JournalFollower;
import io.pando.mds.journal.JournalLayout;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A standby that follows the journal in played objects; some of its reads are not answered. */
final class PlayedFollower {
  private static final long SECOND = 1_000_000_000;

  private final PlayedObjects objects;
  private final JournalLayout layout;
  private final Random64 random;
  private final Deque<FollowEffect.Call> calls = new ArrayDeque<>();
  private JournalFollower follower;
  private long nowNanos;

  PlayedFollower(PlayedObjects objects, JournalLayout layout, Random64 random) {
    this.objects = objects;
    this.layout = layout;
    this.random = random;
    this.follower = begin();
  }

  private JournalFollower begin() {
    calls.clear();
    return new JournalFollower(
        layout,
        effect -> {
          if (effect instanceof FollowEffect.Call call) {
            calls.addLast(call);
          }
        });
  }

  /** Begins a look, or answers a read. */
  void step() {
    FollowEffect.Call call = calls.pollFirst();
    if (call == null) {
      nowNanos += SECOND;
      follower.onTime(nowNanos);
    } else if (random.oneIn(50)) {
      follower.onUnanswered(call.token());
    } else {
      follower.onAnswer(call.token(), objects.execute(call.object(), call.operations()));
    }
  }

  /** Reads all that there is. */
  void catchUp() {
    for (int i = 0; i < 50; i++) {
      step();
    }
  }

  /** Ends; another one begins. */
  @Nullable FollowedJournal handOver() {
    FollowedJournal followed = follower.handOver();
    follower = begin();
    return followed;
  }
}
