package io.pando.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.text.PeriodText;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EveryTest {
  @Test
  void unitsMeanWhatTheyMean() {
    assertThat(PeriodText.parse("90s")).contains(Duration.ofSeconds(90));
    assertThat(PeriodText.parse(" 15 M ")).contains(Duration.ofMinutes(15));
    assertThat(PeriodText.parse("12h")).contains(Duration.ofHours(12));
    assertThat(PeriodText.parse("7d")).contains(Duration.ofDays(7));
    assertThat(PeriodText.parse("Never")).contains(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0s", "24", "1w", "-1h", "1.5h", "12345678d", "now"})
  void anythingElseMeansNothing(String text) {
    assertThat(PeriodText.parse(text)).isEmpty();
  }
}
