package io.pando.fs;

import static io.pando.fs.Capability.BUFFER;
import static io.pando.fs.Capability.CACHE;
import static io.pando.fs.Capability.LAZY;
import static io.pando.fs.Capability.NAMES_EXCLUSIVE;
import static io.pando.fs.Capability.NAMES_SHARED;
import static io.pando.fs.Capability.READ;
import static io.pando.fs.Capability.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which capabilities clients may have beside one another. */
class CapabilitySetTest {
  private static CapabilitySet set(Capability... some) {
    return CapabilitySet.of(some);
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void exclusionIsMutual(Capability one) {
    for (Capability other : Capability.values()) {
      assertThat(set(one).conflictsWith(set(other)))
          .as("%s and %s", one, other)
          .isEqualTo(set(other).conflictsWith(set(one)));
    }
    assertThat(set(one).conflictsWith(CapabilitySet.ALL)).isEqualTo(one != LAZY);
    assertThat(set(one).conflictsWith(CapabilitySet.NONE)).isFalse();
  }

  @Test
  void readersCacheUntilSomebodyWrites() {
    CapabilitySet reader = set(READ, CACHE);
    assertThat(reader.conflictsWith(reader)).isFalse();
    assertThat(reader.conflictsWith(set(READ, WRITE))).isTrue();
    assertThat(set(READ).conflictsWith(set(READ, WRITE))).isFalse();
    assertThat(set(READ, WRITE).conflictsWith(set(READ, WRITE))).isFalse();
  }

  @Test
  void aWriterBuffersWhileItIsAlone() {
    CapabilitySet writer = set(READ, CACHE, WRITE, BUFFER);
    assertThat(writer.conflictsWith(set(READ))).isTrue();
    assertThat(writer.conflictsWith(set(WRITE))).isTrue();
    assertThat(writer.minus(set(CACHE, BUFFER)).conflictsWith(set(READ, WRITE))).isFalse();
  }

  @Test
  void theLazyBufferAndCacheWhateverOthersDo() {
    CapabilitySet lazy = set(READ, WRITE, LAZY);
    assertThat(lazy.conflictsWith(lazy)).isFalse();
    assertThat(lazy.conflictsWith(set(READ, CACHE))).as("it writes").isTrue();
  }

  @Test
  void namesAreCachedByManyOrChangedByOne() {
    assertThat(set(NAMES_SHARED).conflictsWith(set(NAMES_SHARED))).isFalse();
    assertThat(set(NAMES_SHARED).conflictsWith(set(NAMES_EXCLUSIVE))).isTrue();
    assertThat(set(NAMES_EXCLUSIVE).conflictsWith(set(NAMES_EXCLUSIVE))).isTrue();
    assertThat(set(NAMES_EXCLUSIVE).conflictsWith(set(BUFFER))).isFalse();
  }

  @Test
  void setsAreSets() {
    CapabilitySet two = set(READ, WRITE);
    assertThat(two.contains(READ)).isTrue();
    assertThat(two.contains(CACHE)).isFalse();
    assertThat(two.containsAll(set(WRITE))).isTrue();
    assertThat(two.containsAll(set(WRITE, CACHE))).isFalse();
    assertThat(two.union(set(CACHE)).minus(two)).isEqualTo(set(CACHE));
    assertThat(two.intersection(set(CACHE, WRITE))).isEqualTo(set(WRITE));
    assertThat(two.excluded()).isEqualTo(set(CACHE, BUFFER));
    assertThat(two.toString()).isEqualTo("read+write");
    assertThat(CapabilitySet.NONE.toString()).isEqualTo("none");
    assertThat(CapabilitySet.NONE.isEmpty()).isTrue();
    assertThat(CapabilitySet.ALL.containsAll(two)).isTrue();
    assertThatThrownBy(() -> new CapabilitySet(1 << Capability.values().length))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
