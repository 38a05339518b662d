package io.pando.mds.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileType;
import io.pando.mds.follow.FollowedJournal;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.table.Found;
import io.pando.op.ObjectOp;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A takeover with a journal that was followed: its rows count only if the last batch is the one
 * that the journal has there. Another batch may be at the same place, with the same number.
 */
class FollowedTakeoverTest {
  private static final NameHash HASH = new NameHash(5);
  private static final JournalLayout LAYOUT = new JournalLayout(0, 4_096);
  private static final FragmentId ROOT = new FragmentId(Ino.ROOT, DirFragment.WHOLE);
  private static final DirEntry ENTRY = new DirEntry.Remote(new Ino(7), FileType.FIFO);

  private final PlayedObjects objects = new PlayedObjects();
  private final Deque<StoreEffect.Call> calls = new ArrayDeque<>();
  private final PlayedFollower follower = new PlayedFollower(objects, LAYOUT, new Random64(1));
  private boolean begun;
  private JournalReplay replay = start(null);

  private JournalReplay start(@Nullable FollowedJournal followed) {
    calls.clear();
    return new JournalReplay(
        new StoreLimits(20_000, 40_000, 10, 1_000, 2, 10),
        LAYOUT,
        new RankMetadata(HASH),
        begun,
        followed,
        effect -> {
          if (effect instanceof StoreEffect.Call call) {
            calls.addLast(call);
          }
        });
  }

  private void settle() {
    while (!calls.isEmpty() || replay.isAdvancing()) {
      if (!calls.isEmpty()) {
        StoreEffect.Call call = calls.removeFirst();
        replay.onAnswer(call.token(), objects.execute(call.object(), call.operations()));
      }
      replay.advance();
    }
  }

  /** The directory can be changed once its head was read. */
  private void readHead() {
    settle();
    settle();
    store().read(store().metadata().fragment(ROOT), List.of());
    settle();
  }

  private void takeOver(@Nullable FollowedJournal followed) {
    begun = true;
    replay = start(followed);
    readHead();
  }

  private MetadataStore store() {
    return Objects.requireNonNull(replay.store());
  }

  private void put(String name) {
    store().begin().putEntry(ROOT, EntryName.of(name), ENTRY).order();
  }

  private boolean has(String name) {
    EntryKey key = EntryKey.of(EntryName.of(name), HASH);
    store().read(store().metadata().fragment(ROOT), List.of(key));
    settle();
    return store().metadata().fragment(ROOT).find(key) instanceof Found.Present<DirEntry>;
  }

  private void begin() {
    readHead();
    put("a");
    settle();
    follower.catchUp();
  }

  @Test
  void theRowsThatWereFollowedCount() {
    begin();
    takeOver(follower.handOver());
    assertThat(replay.isResumed()).isTrue();
    assertThat(has("a")).isTrue();
  }

  @Test
  void aBatchThatAnotherOneReplacedDoesNotCount() {
    begin();
    put("lost");
    StoreEffect.Call write = calls.removeFirst();
    assertThat(write.operations().getFirst()).isInstanceOf(ObjectOp.Write.class);
    byte[] before = objects.bytes(write.object());
    objects.execute(write.object(), write.operations());
    follower.catchUp();
    FollowedJournal followed = Objects.requireNonNull(follower.handOver());
    objects.setBytes(write.object(), before);
    takeOver(null);
    put("kept");
    settle();
    takeOver(followed);
    assertThat(replay.isResumed()).isFalse();
    assertThat(has("lost")).isFalse();
    assertThat(has("kept")).isTrue();
    assertThat(has("a")).isTrue();
  }
}
