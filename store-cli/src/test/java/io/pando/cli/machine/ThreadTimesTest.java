package io.pando.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadTimesTest {
  @TempDir private Path tasks = Path.of("set by JUnit");

  private void thread(int number, String name, long nanos) throws IOException {
    Path folder = Files.createDirectory(tasks.resolve(String.valueOf(number)));
    Files.writeString(folder.resolve("comm"), name + "\n");
    Files.writeString(folder.resolve("schedstat"), nanos + " 7 99\n");
  }

  @Test
  void threadsAreSummedByWhatTheyAreFor() throws IOException {
    thread(1, "pando-loop-1-1", 10);
    thread(2, "pando-loop-1-2", 5);
    thread(3, "store-osd.0/1", 7);
    thread(4, "C2 CompilerThre", 100);
    thread(5, "VM Thread", 3);
    thread(6, "somebody else", 1);
    // One that ended meanwhile.
    Files.createDirectory(tasks.resolve("8"));
    assertThat(ThreadTimes.read(tasks).toString())
        .isEqualTo("{compiler=100, gc=3, loops=15, other=1, stores=7}");
  }

  @Test
  void whereTheSystemTellsNothingThereIsNothing() {
    assertThat(ThreadTimes.read(tasks.resolve("none"))).isEmpty();
  }
}
