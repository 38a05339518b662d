package io.pando.sim.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.disk.file.FileTree;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a simulated file system keeps of files when the power goes. */
class SimFileTreeTest {
  private static final int PAGE = 4096;
  private static final int SIZE = 3 * PAGE;

  private final DiskFaults faults = new DiskFaults();

  private SimFileTree tree(long seed) {
    return new SimFileTree(faults, new Random64(seed), "disk");
  }

  private static void write(FileTree tree, long offset, int length, int value) throws IOException {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    tree.write("f", offset, ByteBuffer.wrap(bytes));
  }

  private static byte[] read(FileTree tree, String path) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(2 * SIZE);
    int there = tree.read(path, 0, into);
    return there == FileTree.ABSENT ? new byte[0] : Arrays.copyOf(into.array(), there);
  }

  @Test
  void whatWasSyncedStays() throws IOException {
    for (long seed = 0; seed < 50; seed++) {
      SimFileTree tree = tree(seed);
      write(tree, 0, SIZE, 1);
      write(tree, 100, 5000, 2);
      tree.truncate("f", SIZE - 10);
      tree.sync();
      byte[] before = read(tree, "f");
      tree.crash();
      assertThat(read(tree, "f")).isEqualTo(before).hasSize(SIZE - 10);
    }
  }

  /** Each outcome that the contract allows comes up, and no other. */
  @Test
  void anyPartOfWhatWasNotSyncedIsLeft() throws IOException {
    SortedSet<String> outcomes = new TreeSet<>();
    boolean torn = false;
    for (long seed = 0; seed < 400; seed++) {
      SimFileTree tree = tree(seed);
      write(tree, 0, SIZE, 1);
      tree.sync();
      write(tree, 0, PAGE, 2);
      write(tree, PAGE, PAGE, 3);
      tree.crash();
      byte[] left = read(tree, "f");
      assertThat(left).hasSize(SIZE);
      for (int i = 0; i < SIZE; i++) {
        assertThat((int) left[i]).isIn(1, i < PAGE ? 2 : i < 2 * PAGE ? 3 : 1);
      }
      torn |= left[0] != left[PAGE - 1];
      outcomes.add(left[0] + " " + left[PAGE]);
    }
    assertThat(outcomes).containsExactly("1 1", "1 3", "2 1", "2 3");
    assertThat(torn).isTrue();
  }

  @Test
  void filesThatWereMadeOrRemovedAreThereOrNot() throws IOException {
    SortedSet<String> outcomes = new TreeSet<>();
    for (long seed = 0; seed < 100; seed++) {
      SimFileTree tree = tree(seed);
      write(tree, 0, SIZE, 1);
      tree.sync();
      tree.delete("f");
      assertThat(tree.files()).isEmpty();
      tree.write("g", 10, ByteBuffer.wrap(new byte[10]));
      tree.crash();
      outcomes.addAll(tree.files());
      outcomes.add(tree.files().size() + " files, " + read(tree, "g").length + " bytes");
    }
    assertThat(outcomes)
        .contains("f", "g", "0 files, 0 bytes", "1 files, 20 bytes", "2 files, 20 bytes");
  }

  @Test
  void bytesBehindACutAreZerosWhenTheFileGrowsAgain() throws IOException {
    for (long seed = 0; seed < 50; seed++) {
      SimFileTree tree = tree(seed);
      write(tree, 0, SIZE, 1);
      tree.sync();
      tree.truncate("f", 100);
      tree.sync();
      write(tree, SIZE, 1, 2);
      tree.sync();
      tree.crash();
      byte[] left = read(tree, "f");
      assertThat(left[99]).isEqualTo((byte) 1);
      assertThat(Arrays.copyOfRange(left, 100, SIZE)).containsOnly(0);
    }
  }

  @Test
  void aCopyIsDurableAndKeepsWhatItTargetHas() throws IOException {
    SimFileTree tree = tree(1);
    write(tree, 0, SIZE, 1);
    tree.copy("f", "g");
    write(tree, 0, SIZE, 2);
    tree.copy("f", "g");
    tree.copy("none", "h");
    tree.crash();
    assertThat(read(tree, "g")).hasSize(SIZE).containsOnly(1);
    assertThat(tree.files()).contains("g", "h");
  }

  @Test
  void aSpoiltPageIsReadAgainOnceAllOfItIsWritten() throws IOException {
    SimFileTree tree = tree(1);
    write(tree, 0, SIZE, 1);
    tree.sync();
    assertThat(tree.spoil("f", PAGE + 7)).isTrue();
    assertThat(tree.spoil("f", SIZE)).isFalse();
    assertThatThrownBy(() -> read(tree, "f")).hasMessageContaining("cannot be read");
    write(tree, PAGE, 100, 2);
    tree.sync();
    tree.crash();
    assertThatThrownBy(() -> read(tree, "f")).hasMessageContaining("cannot be read");
    write(tree, PAGE, PAGE, 3);
    assertThat(read(tree, "f")[PAGE]).isEqualTo((byte) 3);
  }

  @Test
  void aFullDiskTakesBytesWhereThereWereSome() throws IOException {
    SimFileTree tree = tree(1);
    write(tree, 0, PAGE, 1);
    faults.apply(new DiskFault.Full());
    write(tree, 0, PAGE, 2);
    assertThatThrownBy(() -> write(tree, PAGE, 1, 2)).hasMessageContaining("full");
  }
}
