package io.pando.merkle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Hashes of parts of an object are the same everywhere and at any time. */
class BlockHashTest {
  private static SortedMap<String, Payload> entries(String... keysAndValues) {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.put(keysAndValues[i], Payload.utf8(keysAndValues[i + 1]));
    }
    return entries;
  }

  private static final List<Function<BlockHash, Long>> HASHES =
      List.of(
          hash -> hash.ofBytes(Payload.EMPTY),
          hash -> hash.ofBytes(Payload.utf8("a")),
          hash -> hash.ofBytes(Payload.utf8("ab")),
          hash -> hash.ofEntries(entries("a", "b")),
          hash -> hash.ofEntries(entries("ab", "")),
          hash -> hash.ofEntries(entries("", "ab")),
          hash -> hash.ofEntries(entries("a", "", "b", "")),
          hash -> hash.ofEntries(entries("a", "b", "c", "d")),
          hash -> hash.ofEntries(entries("a", "b", "c", "e")),
          hash -> hash.ofKey("a"),
          hash -> hash.ofKey("b"));

  @Test
  void whatWasHashedBeforeDoesNotMatter() {
    List<Long> alone = new ArrayList<>();
    for (Function<BlockHash, Long> of : HASHES) {
      alone.add(of.apply(new BlockHash(17)));
    }
    BlockHash used = new BlockHash(17);
    for (int first = 0; first < HASHES.size(); first++) {
      for (int second = 0; second < HASHES.size(); second++) {
        assertThat(HASHES.get(first).apply(used)).isEqualTo(alone.get(first));
        assertThat(HASHES.get(second).apply(used)).isEqualTo(alone.get(second));
      }
    }
  }

  @Test
  void otherContentOrAnotherKeyIsAnotherHash() {
    List<Long> all = new ArrayList<>();
    for (long key : new long[] {17, 18}) {
      BlockHash hash = new BlockHash(key);
      HASHES.subList(1, 9).forEach(of -> all.add(of.apply(hash)));
    }
    assertThat(all).doesNotHaveDuplicates();
  }
}
