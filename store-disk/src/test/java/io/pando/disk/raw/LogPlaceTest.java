package io.pando.disk.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pando.disk.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a store's log is made, and where it is found later. */
class LogPlaceTest {
  @TempDir Path temporary = Path.of("set by JUnit");

  private Path store = Path.of("set below");
  private Path elsewhere = Path.of("set below");

  @BeforeEach
  void make() throws IOException {
    store = Files.createDirectory(temporary.resolve("store"));
    elsewhere = temporary.resolve("other").resolve("log");
  }

  @Test
  void itIsInTheStoreUnlessAnotherPlaceIsWanted() throws Exception {
    LogPlace place = LogPlace.of(store, null, true);
    assertThat(place.folder()).isEqualTo(store.resolve("log")).isDirectory();
    assertThat(Files.isSymbolicLink(place.folder())).isFalse();
    assertThat(place.isApartFrom(store)).isFalse();
    assertThat(LogPlace.of(store, store.resolve("log"), false).folder()).isEqualTo(place.folder());
    assertThatThrownBy(() -> LogPlace.of(store, elsewhere, false))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("expected in " + elsewhere);
  }

  @Test
  void aLinkLeadsToItsPlaceElsewhere() throws Exception {
    LogPlace place = LogPlace.of(store, elsewhere, true);
    assertThat(Files.isSymbolicLink(place.folder())).isTrue();
    assertThat(Files.isSameFile(place.folder(), elsewhere)).isTrue();
    assertThat(place.isApartFrom(store)).as("on the same file system").isFalse();
    LogPlace.of(store, null, false);
    LogPlace.of(store, elsewhere, false);
    LogPlace.of(store, elsewhere, true);
    Files.delete(elsewhere);
    assertThatThrownBy(() -> LogPlace.of(store, null, false))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("(" + elsewhere + ") is missing");
  }

  @Test
  void whereItIsMissingNoneIsMade() {
    assertThatThrownBy(() -> LogPlace.of(store, null, false))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(store.resolve("log") + " is missing");
    assertThat(store.resolve("log")).doesNotExist();
  }

  /** Runs where an in-memory file system exists beside that of the tests. */
  @Test
  void itIsApartIfItIsOnAnotherDevice() throws Exception {
    Path memory = Path.of("/dev/shm");
    assumeTrue(
        Files.isWritable(memory) && !Files.getFileStore(memory).equals(Files.getFileStore(store)));
    Path wanted = Files.createTempDirectory(memory, "log");
    try {
      assertThat(LogPlace.of(store, wanted, true).isApartFrom(store)).isTrue();
    } finally {
      Files.delete(wanted);
    }
  }
}
