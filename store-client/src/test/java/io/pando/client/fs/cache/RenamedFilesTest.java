package io.pando.client.fs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fs.session.FileState;
import io.pando.id.PoolId;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known of a file whose name was changed by this client. */
class RenamedFilesTest {
  private static final Timestamp BORN = new Timestamp(10, 0);
  private static final Timestamp RENAMED = new Timestamp(20, 0);
  private static final EntryName OLD = EntryName.of("old");
  private static final EntryName NEW = EntryName.of("new");
  private static final Ino DIRECTORY = new Ino(100);
  private static final Ino FILE = new Ino(101);
  private static final FsRequest.Rename RENAME =
      new FsRequest.Rename(DIRECTORY, OLD, DIRECTORY, NEW, FsRequest.RenameMode.NO_REPLACE);

  private final FileCache cache = new FileCache(new NameHash(77), 10, _ -> CapabilitySet.ALL);

  private static Inode directory(Timestamp modified) {
    return inode(
        DIRECTORY, new FileTimes(BORN, modified, modified, BORN), InodeContent.Directory.empty());
  }

  private static Inode file(Timestamp changed) {
    return inode(
        FILE,
        new FileTimes(BORN, BORN, changed, BORN),
        new InodeContent.File(new FileLayout(4096, 1, 4096, new PoolId(1)), 5, 0, 0));
  }

  private static Inode inode(Ino ino, FileTimes times, InodeContent content) {
    return new Inode(ino, new Permissions(0755, 0, 0), times, 1, content, new TreeMap<>());
  }

  private @Nullable FsAnswer lookup(EntryName name) {
    return cache.answer(Caller.ROOT, new FsRequest.Lookup(DIRECTORY, name));
  }

  @BeforeEach
  void learn() {
    cache.put(directory(BORN));
    Flight asked = cache.begin(new FsRequest.Lookup(DIRECTORY, OLD), BORN);
    cache.put(cache.end(asked, new FsAnswer.Found(file(BORN)), null));
    assertThat(lookup(OLD)).isEqualTo(new FsAnswer.Found(file(BORN)));
  }

  private void rename(Runnable meanwhile, Timestamp shown) {
    Flight renaming = cache.begin(RENAME, RENAMED);
    meanwhile.run();
    cache.put(cache.end(renaming, new FsAnswer.Done(), directory(shown)));
  }

  @Test
  void onlyTheTimeOfItsChangeIsAnother() {
    rename(() -> {}, RENAMED);
    assertThat(lookup(NEW)).isEqualTo(new FsAnswer.Found(file(RENAMED)));
  }

  @Test
  void theServerSaysTheTimeIfItsClockDiffers() {
    rename(() -> {}, new Timestamp(500, 0));
    assertThat(lookup(NEW)).isNull();
  }

  @Test
  void aSizeThatWasToldMeanwhileMayComeBeforeOrAfter() {
    FileState state = new FileState(9, 0, new Timestamp(30, 0), BORN);
    rename(() -> cache.onTold(FILE, state), RENAMED);
    assertThat(lookup(NEW)).isNull();
  }

  @Test
  void anotherChangeUnderWayMayComeBeforeOrAfter() {
    FsRequest change = new FsRequest.SetAttributes(FILE, InodeChange.ofMode(0600));
    Flight changing = cache.begin(change, RENAMED);
    rename(() -> {}, RENAMED);
    assertThat(lookup(NEW)).isNull();
    cache.abandon(changing);
    assertThat(lookup(NEW)).isNull();
  }
}
