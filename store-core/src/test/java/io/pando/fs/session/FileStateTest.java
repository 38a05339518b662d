package io.pando.fs.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.id.PoolId;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FileStateTest {
  private static final FileLayout LAYOUT = FileLayout.usual(new PoolId(2));
  private static final Timestamp EARLY = Timestamp.ofMillis(1_000);
  private static final Timestamp LATE = Timestamp.ofMillis(2_000);

  private final InodeContent.File written = new InodeContent.File(LAYOUT, 10, 4096, 0, 3);

  private static Inode inode(InodeContent content) {
    return new Inode(
        new Ino(7),
        new Permissions(0644, 0, 0),
        FileTimes.bornAt(EARLY),
        1,
        content,
        new TreeMap<>());
  }

  private static InodeContent.File again(long size, long truncations, InodeContent.File file) {
    Inode inode = new FileState(size, truncations, LATE, EARLY).appliedAgainTo(inode(file));
    return (InodeContent.File) inode.content();
  }

  @Test
  void aSizeThatAPredecessorWasToldCounts() {
    assertThat(again(100, 3, written).size()).isEqualTo(100);
    assertThat(again(5, 3, written).size()).as("another client wrote further").isEqualTo(10);
    Inode inode = new FileState(100, 3, LATE, EARLY).appliedAgainTo(inode(written));
    assertThat(inode.times().modified()).isEqualTo(LATE);
  }

  @Test
  void itCountsForNothingOnceTheFileWasTruncated() {
    InodeContent.File truncated = written.truncated(10).withoutUncut().withGranted(4096);
    assertThat(again(100, 3, truncated)).isEqualTo(truncated);
    assertThat(again(100, 4, truncated).size()).isEqualTo(100);
  }

  @Test
  void noClientCanHaveWrittenFurtherThanTheJournalAllowed() {
    assertThat(again(10_000, 3, written).size()).isEqualTo(4096);
    assertThat(again(10_000, 3, written.withGranted(0)).size()).isEqualTo(10);
  }

  @Test
  void onlyFilesHaveSizesThatAreTold() {
    Inode directory = inode(InodeContent.Directory.empty());
    assertThat(new FileState(100, 0, LATE, EARLY).appliedAgainTo(directory)).isSameAs(directory);
  }
}
