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
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.mds.table.Segment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a replay costs: the newest change of each row is carried out, and no other. */
class ReplayedRowsTest {
  private static final NameHash HASH = new NameHash(5);
  private static final FragmentId DIRECTORY = new FragmentId(new Ino(100), DirFragment.WHOLE);
  private static final EntryName NAME = EntryName.of("often changed");

  private final PlayedObjects objects = new PlayedObjects();
  private final Deque<StoreEffect.Call> calls = new ArrayDeque<>();

  /** Entries as they change in memory. */
  private static final class Changes implements RowListener {
    private final List<String> entries = new ArrayList<>();

    @Override
    public void onEntry(
        FragmentId fragment, EntryKey key, @Nullable DirEntry before, @Nullable DirEntry after) {
      entries.add(key.name() + " " + (after == null ? "gone" : after.ino()));
    }

    @Override
    public void onTotals(
        FragmentId fragment,
        @Nullable FragmentTotals before,
        FragmentTotals after,
        Segment segment) {}

    @Override
    public void onInode(Ino ino, @Nullable Inode before, @Nullable Inode after) {}
  }

  private JournalReplay start(RankMetadata metadata, boolean begun) {
    JournalReplay replay =
        new JournalReplay(
            StoreLimits.usual(),
            StoreWorld.LAYOUT,
            metadata,
            begun,
            null,
            effect -> {
              if (effect instanceof StoreEffect.Call it) {
                calls.add(it);
              }
            });
    while (replay.store() == null) {
      StoreEffect.Call call = calls.removeFirst();
      replay.onAnswer(call.token(), objects.execute(call.object(), call.operations()));
    }
    return replay;
  }

  private void answer(MetadataStore store) {
    while (!calls.isEmpty()) {
      StoreEffect.Call call = calls.removeFirst();
      store.onAnswer(call.token(), objects.execute(call.object(), call.operations()));
    }
  }

  @Test
  void theNewestChangeOfARowIsCarriedOutAlone() {
    RankMetadata metadata = new RankMetadata(HASH);
    MetadataStore store = Objects.requireNonNull(start(metadata, false).store());
    answer(store);
    metadata.create(DIRECTORY);
    EntryName removed = EntryName.of("removed");
    for (int i = 1; i <= 50; i++) {
      DirEntry entry = new DirEntry.Remote(new Ino(1_000 + i), FileType.FIFO);
      store.begin().putEntry(DIRECTORY, NAME, entry).putEntry(DIRECTORY, removed, entry).order();
      answer(store);
    }
    store.begin().removeEntry(DIRECTORY, removed).order();
    answer(store);

    for (int times = 1; times <= 2; times++) {
      RankMetadata replayed = new RankMetadata(HASH);
      Changes changes = new Changes();
      replayed.listen(changes);
      start(replayed, true);
      calls.clear();
      assertThat(changes.entries)
          .containsExactlyInAnyOrder(NAME + " " + new Ino(1_050), removed + " gone");
      assertThat(replayed.fragment(DIRECTORY).version()).isEqualTo(51);
    }
  }
}
