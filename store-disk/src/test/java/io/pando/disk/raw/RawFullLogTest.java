package io.pando.disk.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.account.Account;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogMedium;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store with threads whose log finds no space for a fourth segment. */
final class RawFullLogTest extends StoreConversation {
  private static final LogConfig LOG = new LogConfig(1 << 16, 1 << 14);
  private static final RawStoreConfig CONFIG =
      RawStoreConfig.DEFAULT
          .withCapacityBytes(64 << 20)
          .withPipeline(RawStoreConfig.DEFAULT.pipeline().withLog(LOG));

  @TempDir Path directory = Path.of("set by JUnit");

  private final FaultyMedium medium = new FaultyMedium(new Random64(1));
  private final FaultyLogMedium log = new FaultyLogMedium(medium, LOG.segmentBytes());
  private @Nullable RawStore open;

  private RawStore format() throws StoreException {
    log.limitTo(3);
    RawStore.format(directory.resolve("s"), CONFIG, RawStoreCrashTest.IDENTITY);
    return open();
  }

  private RawStore open() throws StoreException {
    Media media =
        new Media() {
          @Override
          public BlockDevice device(Path path, long first, long blocks, RawStoreConfig config) {
            return medium.device(blocks);
          }

          @Override
          public LogMedium log(Path folder, LogConfig config, boolean direct, Account account) {
            return log;
          }
        };
    RawStore opened =
        RawDirectory.open(directory.resolve("s"), CONFIG, RawStoreCrashTest.IDENTITY, loop, media);
    open = opened;
    return opened;
  }

  @AfterEach
  void close() throws StoreException {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  @Test
  void writingGoesOnWhenWhatIsInTheLogIsDurableElsewhere() throws StoreException {
    RawStore store = format();
    commit(store, new StoreOp.CreateCollection(GROUP));
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      Payload part = Payload.utf8(("part " + i + " ").repeat(200));
      store.submit(
          Transaction.of(new StoreOp.Write(GROUP, new ObjectId(i % 50, "o" + i % 50), i, part)),
          outcomes::add);
    }
    loop.runUntil(() -> outcomes.size() == 600);
    assertThat(outcomes).allMatch(COMMITTED::equals);
    assertThat(log.segments()).hasSizeLessThan(4);
    close();
    assertThat(bytes(open(), new ObjectId(49, "o49"), 599, 8)).isEqualTo(Payload.utf8("part 599"));
  }

  @Test
  void whatWouldNotEvenFitAnEmptyLogIsRefused() throws StoreException {
    ObjectId id = new ObjectId(1, "o");
    RawStore store = format();
    commit(store, new StoreOp.CreateCollection(GROUP));
    commit(store, new StoreOp.PutMap(GROUP, id, sorted("k", "v".repeat(60_000))));
    assertThat(submit(store, new StoreOp.PutMap(GROUP, id, sorted("k", "v".repeat(400_000)))))
        .isInstanceOf(CommitOutcome.NoSpace.class);
    commit(store, new StoreOp.PutMap(GROUP, id, sorted("k", "v".repeat(50_000))));
    log.limitTo(20);
    commit(store, new StoreOp.PutMap(GROUP, id, sorted("k", "v".repeat(400_000))));
    close();
    assertThat(listInPages(open(), GROUP)).containsExactly(id);
  }
}
