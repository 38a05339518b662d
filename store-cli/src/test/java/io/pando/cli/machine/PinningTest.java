package io.pando.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cores as people write them, and threads that stay on theirs. */
class PinningTest {
  @ParameterizedTest
  @CsvSource({"0,0", "'0-3','0-3'", "'3,1-2,7','1-3,7'", "' 5 , 4','4-5'", "1023,1023"})
  void readsCores(String text, String same) {
    assertThat(CoreSet.parse(text)).map(CoreSet::toString).contains(same);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "-1", "3-1", "1024", "0-1024", "1,", "1;2", "99999999999"})
  void refusesWhatIsNoCores(String text) {
    assertThat(CoreSet.parse(text)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void threadsStayWhereTheOneMayRunThatStartedThem() throws Exception {
    CoreSet last = new CoreSet(new TreeSet<>(List.of(Pinning.now().numbers().last())));
    CoreSet before = Pinning.now();
    CompletableFuture<CoreSet> child = new CompletableFuture<>();
    Thread.ofPlatform().start(() -> pinAndStart(last, child)).join();
    assertThat(child.get()).isEqualTo(last);
    assertThat(Pinning.now()).isEqualTo(before);
  }

  private static void pinAndStart(CoreSet cores, CompletableFuture<CoreSet> child) {
    try {
      Pinning.pin(cores);
      Thread.ofPlatform()
          .start(() -> {
            try {
              child.complete(Pinning.now());
            } catch (IOException failure) {
              child.completeExceptionally(failure);
            }
          })
          .join();
    } catch (IOException | InterruptedException failure) {
      child.completeExceptionally(failure);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void coresThatAreNotThereAreRefused() {
    CoreSet beyond = new CoreSet(new TreeSet<>(List.of(CoreSet.MAX - 1)));
    assertThatThrownBy(() -> Pinning.pin(beyond))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot run on cores 1023: this process may use");
  }
}
