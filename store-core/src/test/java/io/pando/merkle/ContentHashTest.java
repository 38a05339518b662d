package io.pando.merkle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.random.Random64;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ContentHashTest {
  private static final long KEY = 0x1234_5678_9abc_def0L;

  private static SortedMap<String, Payload> entries(String... keysAndValues) {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.put(keysAndValues[i], Payload.utf8(keysAndValues[i + 1]));
    }
    return entries;
  }

  private static ContentDigest digest(
      byte[] bytes, SortedMap<String, Payload> attributes, SortedMap<String, Payload> entries) {
    ContentHash hash = new ContentHash(KEY);
    hash.bytes(Payload.wrap(bytes));
    hash.entries(entries);
    return hash.digest(bytes.length, attributes);
  }

  @Test
  void itIsOfNoAccountInWhichPiecesAnObjectComes() {
    Random64 random = new Random64(3);
    byte[] bytes = new byte[100_000];
    random.nextBytes(bytes);
    SortedMap<String, Payload> map = entries("a", "1", "b", "2", "c", "3");
    ContentDigest whole = digest(bytes, entries("x", "y"), map);
    for (int i = 0; i < 20; i++) {
      ContentHash hash = new ContentHash(KEY);
      Payload all = Payload.wrap(bytes);
      int at = 0;
      while (at < bytes.length) {
        int length = Math.min(bytes.length - at, 1 + random.nextInt(30_000));
        hash.bytes(all.slice(at, length));
        at += length;
      }
      for (Map.Entry<String, Payload> entry : map.entrySet()) {
        SortedMap<String, Payload> one = new TreeMap<>(Utf8Order.INSTANCE);
        one.put(entry.getKey(), entry.getValue());
        hash.entries(one);
      }
      assertThat(hash.digest(bytes.length, entries("x", "y"))).isEqualTo(whole);
    }
  }

  @Test
  void eachPartHasADigestOfItsOwn() {
    byte[] bytes = {1, 2, 3};
    ContentDigest before = digest(bytes, entries("a", "b"), entries("c", "d"));
    ContentDigest other = digest(new byte[] {1, 2, 4}, entries("a", "b"), entries("c", "d"));
    assertThat(other.bytes()).isNotEqualTo(before.bytes());
    assertThat(other.attributes()).isEqualTo(before.attributes());
    assertThat(other.entries()).isEqualTo(before.entries());
    assertThat(digest(bytes, entries("a", "c"), entries("c", "d")).attributes())
        .isNotEqualTo(before.attributes());
    assertThat(digest(bytes, entries("a", "b"), entries("c", "e")).entries())
        .isNotEqualTo(before.entries());
  }

  @Test
  void whereAKeyEndsIsPartOfIt() {
    assertThat(digest(new byte[0], entries("ab", "c"), entries("ab", "c", "d", "e")))
        .isNotEqualTo(digest(new byte[0], entries("a", "bc"), entries("a", "bc", "de", "")));
  }

  @Test
  void objectsThatHaveEachOthersContentAreNotAsGoodAsRight() {
    ItemHash hash = new ItemHash(KEY);
    ObjectId one = new ObjectId(17, "one");
    ObjectId two = new ObjectId(18, "two");
    Version version = new Version(3, 4);
    long first = hash.of(digest(new byte[] {1}, entries(), entries()));
    long second = hash.of(digest(new byte[] {2}, entries(), entries()));
    assertThat(hash.of(one, version, first) ^ hash.of(two, version, second))
        .isNotEqualTo(hash.of(one, version, second) ^ hash.of(two, version, first));
  }
}
