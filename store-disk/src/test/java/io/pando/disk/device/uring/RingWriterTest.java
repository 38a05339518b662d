package io.pando.disk.device.uring;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.Posix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The handling of the kernel's results; the kernel is simulated. */
class RingWriterTest {
  private static final int FILE = 7;
  private static final int ENOSPC = 28;
  private static final int EDQUOT = 122;

  private final List<String> calls = new ArrayList<>();
  private final FakeRing ring = new FakeRing();
  private final RingWriter writer = new RingWriter(new PlayedDevice(), FILE, ring);

  private static ByteBuffer blocks(int count) {
    return AlignedBuffers.blocks(count);
  }

  @Test
  void handsAllOverAtOnceAndFlushesOnce() throws IOException {
    writer.add(5, blocks(1));
    writer.add(9, blocks(3));
    writer.drainDurably();
    assertThat(calls).containsExactly("ring 5+4096 9+12288", "flush");
  }

  @Test
  void writesASingleOneThePlainWay() throws IOException {
    writer.add(5, blocks(2));
    writer.drainDurably();
    writer.add(6, blocks(1));
    writer.drain();
    writer.drainDurably();
    assertThat(calls).containsExactly("durably 5+8192", "write 6+4096", "flush");
  }

  @Test
  void flushesWhatWasDrainedBeforeASingleOne() throws IOException {
    writer.add(5, blocks(1));
    writer.add(7, blocks(1));
    writer.drain();
    writer.add(9, blocks(1));
    writer.drainDurably();
    assertThat(calls).containsExactly("ring 5+4096 7+4096", "write 9+4096", "flush");
  }

  @Test
  void nothingIsNothing() throws IOException {
    writer.drainDurably();
    writer.add(3, blocks(1));
    writer.clear();
    writer.drainDurably();
    assertThat(calls).isEmpty();
  }

  @Test
  void finishesWhatWasWrittenInPart() throws IOException {
    ring.answers.add(1024);
    ring.answers.add(2 * BLOCK_BYTES);
    ring.answers.add(-Posix.EINTR);
    ByteBuffer part = blocks(3).position(BLOCK_BYTES);
    writer.add(5, part);
    writer.add(9, blocks(2));
    writer.drain();
    assertThat(calls).containsExactly("ring 5+8192 9+8192", "ring 5.1024+7168", "ring 5.1024+7168");
  }

  @Test
  void needsSeveralRoundsForMoreThanTheRingTakes() throws IOException {
    for (int i = 0; i < 6; i++) {
      writer.add(2L * i, blocks(1));
    }
    writer.drain();
    assertThat(calls).containsExactly("ring 0+4096 2+4096 4+4096 6+4096", "ring 8+4096 10+4096");
  }

  @Test
  void tellsThatTheMediumIsFullOnceNothingIsUnderWay() throws IOException {
    ring.answers.add(-ENOSPC);
    writer.add(5, blocks(1));
    writer.add(9, blocks(1));
    assertThatThrownBy(writer::drainDurably).isInstanceOf(DeviceFullException.class);
    calls.clear();
    writer.drain();
    assertThat(calls).isEmpty();
  }

  @Test
  void anErrorCountsMoreThanAFullMedium() {
    ring.answers.add(-ENOSPC);
    ring.answers.add(-5);
    ring.answers.add(-EDQUOT);
    writer.add(5, blocks(1));
    writer.add(9, blocks(1));
    writer.add(11, blocks(1));
    assertThatThrownBy(writer::drain)
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(DeviceFullException.class)
        .hasMessageContaining("error 5");
  }

  @Test
  void givesUpWhereNothingIsWritten() {
    for (int i = 0; i < 100; i++) {
      ring.answers.add(0);
    }
    writer.add(5, blocks(1));
    writer.add(9, blocks(1));
    assertThatThrownBy(writer::drain).isInstanceOf(IOException.class);
    assertThat(calls).hasSizeLessThan(40);
  }

  /** Writes everything, unless a test sets the results. */
  private final class FakeRing implements Submissions {
    private record Entry(int token, String text, int bytes) {}

    private final ArrayDeque<Integer> answers = new ArrayDeque<>();
    private final List<Entry> entries = new ArrayList<>();

    @Override
    public int capacity() {
      return 4;
    }

    @Override
    public void write(int token, int file, long offset, long address, int bytes) {
      assertThat(file).isEqualTo(FILE);
      assertThat(entries).hasSizeLessThan(capacity());
      long rest = offset % BLOCK_BYTES;
      String at = offset / BLOCK_BYTES + (rest == 0 ? "" : "." + rest);
      entries.add(new Entry(token, at + "+" + bytes, bytes));
    }

    @Override
    public void run(Results results) {
      calls.add("ring " + String.join(" ", entries.stream().map(Entry::text).toList()));
      List<Entry> all = List.copyOf(entries);
      entries.clear();
      for (Entry entry : all) {
        Integer answer = answers.poll();
        results.onResult(entry.token(), answer == null ? entry.bytes() : answer);
      }
    }

    @Override
    public void close() {}
  }

  private final class PlayedDevice implements BlockDevice {
    @Override
    public long blocks() {
      return 100;
    }

    @Override
    public long reserve(long from, long to) {
      return 0;
    }

    @Override
    public void read(long block, ByteBuffer into) {
      throw new AssertionError("nothing is read");
    }

    @Override
    public void write(long block, ByteBuffer from) {
      calls.add("write " + block + "+" + from.remaining());
    }

    @Override
    public void writeDurably(long block, ByteBuffer from) {
      calls.add("durably " + block + "+" + from.remaining());
    }

    @Override
    public void flush() {
      calls.add("flush");
    }

    @Override
    public String describe() {
      return "a played device";
    }

    @Override
    public void close() {}
  }
}
