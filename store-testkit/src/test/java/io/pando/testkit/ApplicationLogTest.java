package io.pando.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** An application's own configuration of logback counts, not that of the pando program. */
class ApplicationLogTest {
  @Test
  void configurationOfTheApplicationIsUsed() {
    assertThat(LoggerFactory.getLogger("named.in.the.file").isTraceEnabled()).isTrue();
    assertThat(LoggerFactory.getLogger("another").isWarnEnabled()).isFalse();
  }
}
