package io.pando.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.BenchMain;
import io.pando.cli.Shell;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real processes fail, and others continue within a bound. */
class FailoverTest {
  @TempDir private Path temp = Path.of("");

  /** A lease of 10 s and 1 s of margin, after which the client is fenced. */
  @Test
  void aKilledWriterHoldsOthersUpFor15Seconds() {
    Shell.Outcome outcome =
        new Shell(BenchMain::commands, temp)
            .run("bench", "failover", "--kind", "client", "--rounds", "1", "-f", "json");
    System.out.println("FailoverTest: " + outcome.out());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    JsonNode result = new JsonMapper().readTree(outcome.out());
    assertThat(result.get("kind").asString()).isEqualTo("client");
    assertThat(result.get("worst_seconds").asDouble()).isBetween(1.0, 15.0);
  }
}
