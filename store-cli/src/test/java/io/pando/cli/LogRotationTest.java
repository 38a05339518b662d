package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import io.pando.cli.config.LogSettings;
import io.pando.cli.output.LogSetup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Logs stay within their bounds, whatever is logged. */
class LogRotationTest {
  private static final LogSettings SMALL = new LogSettings(10_000, 2);

  @TempDir private Path temp = Path.of("");

  @Test
  void aLogIsPutAsideWhenItHasReachedItsSize() throws Exception {
    Path file = temp.resolve("100%d of it/osd.0.log");
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    List<Appender<ILoggingEvent>> before = new ArrayList<>();
    root.iteratorForAppenders().forEachRemaining(before::add);
    Level level = root.getLevel();
    try {
      LogSetup.daemon(file, SMALL);
      for (int i = 0; i < 2_000; i++) {
        context.getLogger("pando").info("line {} of a flood", i);
      }
    } finally {
      root.detachAndStopAllAppenders();
      root.setLevel(level);
      before.forEach(appender -> {
        appender.start();
        root.addAppender(appender);
      });
    }
    try (Stream<Path> files = Files.list(file.resolveSibling(""))) {
      assertThat(files.map(each -> String.valueOf(each.getFileName())).sorted())
          .containsExactly("osd.0.log", "osd.0.log.1", "osd.0.log.2");
    }
    assertThat(Files.readString(file)).endsWith("line 1999 of a flood\n");
    for (String name : List.of("osd.0.log", "osd.0.log.1", "osd.0.log.2")) {
      assertThat(Files.size(file.resolveSibling(name))).isLessThan(10_200);
    }
  }

  @Test
  void debugPrintsTheLog() {
    Logger root =
        ((LoggerContext) LoggerFactory.getILoggerFactory())
            .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Level level = root.getLevel();
    try {
      Shell shell = new Shell(temp);
      assertThat(shell.run("help").status()).isZero();
      assertThat(root.getLevel()).isEqualTo(level);
      assertThat(shell.run("--debug", "help").status()).isZero();
      assertThat(root.getLevel()).isEqualTo(Level.DEBUG);
      LogSetup.daemon();
      assertThat(root.getLevel()).as("level of a daemon").isEqualTo(Level.DEBUG);
    } finally {
      root.setLevel(level);
    }
  }

  @Test
  void whatAProcessSaysIsPutAsideAtItsStart() throws Exception {
    Path file = Files.writeString(temp.resolve("osd.0.out"), "x".repeat(9_999));
    LogSetup.putAside(file, SMALL);
    assertThat(file).exists();
    Files.writeString(file, "x".repeat(10_000));
    LogSetup.putAside(file, SMALL);
    assertThat(file).doesNotExist();
    assertThat(temp.resolve("osd.0.out.1")).hasSize(10_000);
  }
}
