package io.pando.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of directory entries, and their hashes. */
class EntryNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "a\0", "\uD800", "x\uDC00y"})
  void whatIsNoNameIsRefused(String text) {
    assertThatThrownBy(() -> EntryName.of(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "...", ".a", "..a", "Grüße", "\uD83D\uDE00", " ", "\n"})
  void textStaysAsItIs(String text) {
    EntryName name = EntryName.of(text);
    assertThat(name.toString()).isEqualTo(text);
    assertThat(name.isText()).isTrue();
    assertThat(name.bytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    assertThat(EntryName.of(name.bytes())).isEqualTo(name).hasSameHashCodeAs(name);
  }

  @Test
  void theLongestNameHas255Bytes() {
    assertThat(EntryName.of("x".repeat(255)).size()).isEqualTo(255);
    assertThatThrownBy(() -> EntryName.of("x".repeat(256)))
        .hasMessage("a name has 256 bytes, more than 255");
    assertThatThrownBy(() -> EntryName.of("ü".repeat(128))).hasMessageContaining("256 bytes");
  }

  @Test
  void bytesThatAreNotTextAreANameToo() {
    EntryName name = EntryName.of(new byte[] {(byte) 0xff, 'a', (byte) 0xc3});
    assertThat(name.isText()).isFalse();
    assertThat(name.compareTo(EntryName.of("z"))).as("bytes are unsigned").isPositive();
    byte[] bytes = name.bytes();
    bytes[0] = 'x';
    assertThat(name.bytes()[0]).isEqualTo((byte) 0xff);
  }

  @Test
  void hashesDependOnTheSecretAndAreSpreadOverAllBits() {
    NameHash one = new NameHash(1);
    NameHash another = new NameHash(2);
    TreeSet<Long> hashes = new TreeSet<>();
    long ones = 0;
    long zeros = 0;
    for (int i = 0; i < 10_000; i++) {
      long hash = EntryName.of("file" + i).hash(one);
      assertThat(hash).isBetween(0L, NameHash.MOST);
      assertThat(hash).isNotEqualTo(EntryName.of("file" + i).hash(another));
      hashes.add(hash);
      ones |= hash;
      zeros |= ~hash & NameHash.MOST;
    }
    assertThat(hashes).hasSize(10_000);
    assertThat(ones).isEqualTo(NameHash.MOST);
    assertThat(zeros).isEqualTo(NameHash.MOST);
  }
}
