package io.pando.fs.inode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.id.PoolId;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Inodes and their parts refuse what POSIX does not know. */
class InodeTest {
  private static final FileLayout LAYOUT = FileLayout.usual(new PoolId(3));

  private static Inode inode(InodeContent content) {
    return new Inode(
        new Ino(100),
        new Permissions(0644, 1, 2),
        FileTimes.bornAt(new Timestamp(5, 6)),
        1,
        content,
        new TreeMap<>());
  }

  @Test
  void sizesAreThoseThatStatShows() {
    assertThat(inode(new InodeContent.File(LAYOUT, 10, 4096, 0)).size()).isEqualTo(10);
    assertThat(inode(new InodeContent.Symlink(Payload.utf8("../x"))).size()).isEqualTo(4);
    assertThat(inode(InodeContent.Directory.empty()).size()).isZero();
    assertThat(inode(new InodeContent.Special(FileType.SOCKET, 0)).size()).isZero();
    assertThat(inode(InodeContent.Directory.empty()).isDirectory()).isTrue();
  }

  @Test
  void objectsOfAFileEndAtItsExtent() {
    assertThat(new InodeContent.File(LAYOUT, 10, 0, 0).extent()).isEqualTo(10);
    assertThat(new InodeContent.File(LAYOUT, 10, 4096, 0).extent()).isEqualTo(4096);
    assertThat(new InodeContent.File(LAYOUT, 10, 0, 99).extent()).isEqualTo(99);
    assertThatThrownBy(() -> new InodeContent.File(LAYOUT, 10, 9, 0))
        .hasMessageContaining("granted 9");
    assertThatThrownBy(() -> new InodeContent.File(LAYOUT, 10, 0, 9))
        .hasMessageContaining("uncut 9");
    assertThatThrownBy(() -> new InodeContent.File(LAYOUT, 10, 99, 99)).hasMessageContaining("cut");
  }

  @Test
  void aSizeThatIsSetLeavesDataBehindTheEndToBeCut() {
    InodeContent.File file = new InodeContent.File(LAYOUT, 10, 4096, 0, 5);
    assertThat(file.truncated(4)).isEqualTo(new InodeContent.File(LAYOUT, 4, 0, 4096, 6));
    assertThat(file.truncated(99)).isEqualTo(new InodeContent.File(LAYOUT, 99, 0, 4096, 6));
    assertThat(file.truncated(5000)).isEqualTo(new InodeContent.File(LAYOUT, 5000, 0, 0, 6));
    InodeContent.File uncut = new InodeContent.File(LAYOUT, 10, 0, 99, 5);
    assertThat(uncut.truncated(10)).isEqualTo(new InodeContent.File(LAYOUT, 10, 0, 99, 6));
  }

  @ParameterizedTest
  @EnumSource
  void typesAreFoundInModes(FileType type) {
    assertThat(FileType.ofMode(type.bits() | 0755)).isEqualTo(type);
    assertThat(type.isDevice()).isEqualTo(type.name().endsWith("DEVICE"));
  }

  @Test
  void aModeWithoutTypeIsThatOfARegularFile() {
    assertThat(FileType.ofMode(0600)).isEqualTo(FileType.REGULAR);
    assertThatThrownBy(() -> FileType.ofMode(0xf000)).hasMessage("mode 170000 has no type of file");
  }

  @Test
  void devicesHaveNumbersAndDirectoriesOneName() {
    assertThatThrownBy(() -> new InodeContent.Special(FileType.FIFO, 1))
        .hasMessageContaining("not a special file");
    assertThatThrownBy(() -> new InodeContent.Special(FileType.REGULAR, 0))
        .hasMessageContaining("not a special file");
    assertThatThrownBy(() -> new DirEntry.Remote(new Ino(5), FileType.DIRECTORY))
        .hasMessageContaining("a directory has one name");
    assertThatThrownBy(() -> new Permissions(010000, 0, 0)).hasMessageContaining("10000");
    assertThatThrownBy(() -> new InodeContent.Symlink(Payload.EMPTY))
        .hasMessageContaining("0 bytes");
  }

  @Test
  void timesBefore1970HaveNanosecondsToo() {
    assertThat(Timestamp.ofMillis(-1)).isEqualTo(new Timestamp(-1, 999_000_000));
    assertThat(Timestamp.ofMillis(1_234)).hasToString("1.234000000");
    assertThat(List.of(new Timestamp(-1, 5), Timestamp.EPOCH, new Timestamp(0, 1))).isSorted();
    assertThat(Timestamp.EPOCH.max(new Timestamp(0, 1))).isEqualTo(new Timestamp(0, 1));
    assertThatThrownBy(() -> new Timestamp(0, 1_000_000_000)).hasMessageContaining("nanoseconds");
  }

  @Test
  void totalsAddUpAndAreNeverBelowZero() {
    SubtreeTotals more = new SubtreeTotals(10, 2, 1);
    assertThat(more.plus(more).minus(more)).isEqualTo(more);
    assertThat(SubtreeTotals.NONE.minus(more).isTotal()).isFalse();
    FragmentTotals one = new FragmentTotals(2, 1, more, new Timestamp(1, 0));
    FragmentTotals sum = one.plus(new FragmentTotals(1, 0, more, Timestamp.EPOCH));
    assertThat(sum)
        .isEqualTo(new FragmentTotals(3, 1, new SubtreeTotals(20, 4, 2), new Timestamp(1, 0)));
    assertThat(sum.entries()).isEqualTo(4);
    assertThatThrownBy(() -> new FragmentTotals(0, -1, more, Timestamp.EPOCH))
        .hasMessageContaining("below zero");
  }

  @Test
  void quotasCountFilesAndDirectories() {
    Quota quota = new Quota(10, 3);
    assertThat(quota.allows(new SubtreeTotals(10, 2, 1))).isTrue();
    assertThat(quota.allows(new SubtreeTotals(11, 0, 0))).isFalse();
    assertThat(quota.allows(new SubtreeTotals(0, 3, 1))).isFalse();
    assertThat(Quota.NONE.allows(new SubtreeTotals(1L << 60, 1, 1))).isTrue();
    assertThat(Quota.NONE.isLimit()).isFalse();
    assertThatThrownBy(() -> new Quota(-1, 0)).hasMessageContaining("below zero");
  }
}
