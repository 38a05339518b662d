package io.pando.sim.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.mds.rank.RankConfig;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How many batches of the journal a stream of changes takes, and how long a program waits. */
class JournalPacingTest {
  private static final long CALL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(250);
  private static final long MESSAGES_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

  private final MeasuredRank rank =
      new MeasuredRank(new MeasuredObjects(), RankConfig.Limits.usual(), 4 << 20);
  private final MeasuredClient client = rank.client();
  private int made;

  private void make(MeasuredClient by, Ino directory, FsRequest.NewContent content, Ino ino) {
    by.ask(
        new FsRequest.Make(directory, EntryName.of("f" + ino), ino, 0755, 0, content),
        answer -> {
          assertThat(answer).isInstanceOf(FsAnswer.Found.class);
          made++;
        });
  }

  private void makeFile(MeasuredClient by, Ino directory) {
    make(by, directory, new FsRequest.NewContent.NewFile(), by.number());
  }

  @Test
  void changesThatFollowOneAnotherShareBatches() {
    rank.callNanos(CALL_NANOS);
    long before = rank.tally().counts().journal().writes();
    for (int i = 0; i < 600; i++) {
      rank.after(i * PAUSE_NANOS, () -> makeFile(client, Ino.ROOT));
    }
    rank.run(() -> made == 600 && client.isDurable());
    long batches = rank.tally().counts().journal().writes() - before;
    assertThat(batches).as("in 150 ms").isBetween(30L, 65L);
  }

  @Test
  void aProgramThatWaitsWaitsForNoOtherChange() {
    MeasuredClient other = rank.client();
    Ino directory = other.number();
    make(other, Ino.ROOT, new FsRequest.NewContent.NewDirectory(), directory);
    makeFile(client, Ino.ROOT);
    rank.run(() -> made == 2 && other.isDurable() && client.isDurable());
    rank.callNanos(CALL_NANOS);
    for (int i = 0; i < 2_000; i++) {
      rank.after(i * PAUSE_NANOS, () -> makeFile(other, directory));
    }
    rank.run(100 * PAUSE_NANOS);
    for (int i = 0; i < 50; i++) {
      makeFile(client, Ino.ROOT);
      client.awaitJournal();
      long asked = rank.now();
      rank.run(client::isDurable);
      assertThat(rank.now() - asked).isLessThanOrEqualTo(2 * CALL_NANOS + MESSAGES_NANOS);
    }
    assertThat(made).as("others have not ended").isLessThan(2_000);
  }
}
