package io.pando.disk.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class FlushedFileTest {
  @Test
  void everyPageThatHoldsSomethingNewIsWritten() {
    Random64 random = new Random64(1);
    FlushedFile file = new FlushedFile();
    int end = 0;
    for (int i = 0; i < 1_000; i++) {
      int bytes = random.oneIn(4) ? 4096 * random.nextInt(3) : random.nextInt(9_000);
      BitSet pages = new BitSet();
      for (int at = end; at < end + bytes; at++) {
        pages.set(at / 4096);
      }
      end += bytes;
      assertThat(bytes + file.add(bytes)).isEqualTo(4096L * pages.cardinality());
    }
  }
}
