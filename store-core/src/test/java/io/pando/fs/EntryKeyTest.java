package io.pando.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.random.Random64;
import java.nio.charset.StandardCharsets;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of entries in the objects of directories. */
class EntryKeyTest {
  private static final NameHash HASH = new NameHash(7);

  @ParameterizedTest
  @CsvSource({
    "a, a",
    "50%, 50%25",
    "%41, %2541",
    "Grüße, Grüße",
    "😀.txt, 😀.txt",
  })
  void textStaysReadable(String name, String escaped) {
    EntryKey key = new EntryKey(0xabc, EntryName.of(name));
    assertThat(key.text()).isEqualTo("00000000000abc" + escaped);
    assertThat(EntryKey.parse(key.text())).isEqualTo(key);
  }

  @Test
  void bytesThatAreNotTextAreEscaped() {
    byte[] bytes = {'x', (byte) 0xff, (byte) 0xc3, (byte) 0xa9, (byte) 0xc3, '/' - 1, (byte) 0xf0};
    EntryKey key = new EntryKey(1, EntryName.of(bytes));
    assertThat(key.text()).isEqualTo("00000000000001x%ffé%c3.%f0");
    assertThat(EntryKey.parse(key.text()).name().bytes()).isEqualTo(bytes);
  }

  @Test
  void everyNameHasOneKeyAndKeysAreInTheOrderOfHashes() {
    Random64 random = new Random64(5);
    SortedSet<EntryKey> keys = new TreeSet<>();
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(9)];
      random.nextBytes(bytes);
      if (EntryName.problem(bytes).isEmpty()) {
        EntryKey key = EntryKey.of(EntryName.of(bytes), HASH);
        assertThat(EntryKey.parse(key.text())).isEqualTo(key);
        assertThat(key.text().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(14 + 27 + 1);
        keys.add(key);
      }
    }
    assertThat(keys.stream().map(EntryKey::text).map(it -> it.substring(0, 14)))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0000000000000",
        "00000000000001",
        "0000000000000Ga",
        "0000000000000Aa",
        "00000000000001a%",
        "00000000000001a%4",
        "00000000000001%41",
        "00000000000001%zz",
        "00000000000001a/b",
        "00000000000001..",
        "00000000000001%C3",
      })
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> EntryKey.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keysOfOneHashHaveOnePrefix() {
    assertThat(EntryKey.prefix(NameHash.MOST)).isEqualTo("ffffffffffffff");
    assertThat(new EntryKey(16, EntryName.of("b")).text()).startsWith(EntryKey.prefix(16));
    assertThatThrownBy(() -> new EntryKey(NameHash.MOST + 1, EntryName.of("a")))
        .hasMessageContaining("not a hash of a name");
  }
}
