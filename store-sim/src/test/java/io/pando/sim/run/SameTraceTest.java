package io.pando.sim.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A seed is the same run in every Java process, whatever order sets have there that know none, and
 * whatever identity hashes objects have.
 */
class SameTraceTest {
  /** Ways in which the Java VM draws identity hashes. */
  private static final List<Integer> IDENTITY_HASHES = List.of(5, 2, 0);

  @ParameterizedTest
  @ValueSource(longs = {5, 9})
  void aSeedHasTheSameTraceInEveryProcess(long seed) throws IOException, InterruptedException {
    List<String> traces = new ArrayList<>();
    for (int hashes : IDENTITY_HASHES) {
      traces.add(traceOf(seed, hashes));
    }
    assertThat(traces).containsOnly(TraceOfSeed.account(seed));
  }

  private static String traceOf(long seed, int identityHashes)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=" + identityHashes,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // Without it all limits are as in production.
                "-Dpando.probes=" + Boolean.getBoolean("pando.probes"),
                "-cp",
                System.getProperty("java.class.path"),
                TraceOfSeed.class.getName(),
                Long.toString(seed))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).as("exit status; it said: %s", said).isZero();
    return said.lines().toList().getLast();
  }
}
