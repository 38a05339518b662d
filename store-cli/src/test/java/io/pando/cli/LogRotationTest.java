package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

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
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Logs stay within their bounds, whatever is logged. */
class LogRotationTest {
  private static final LogSettings SMALL =
      new LogSettings(10_000, 2, LogSettings.Format.TEXT, false);

  @TempDir private Path temp = Path.of("");

  private static Logger root() {
    return ((LoggerContext) LoggerFactory.getILoggerFactory())
        .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  /** Logs to a file for a while, and brings the log back to where it went before. */
  private static void logTo(Path file, LogSettings settings, Consumer<Logger> body) {
    Logger root = root();
    List<Appender<ILoggingEvent>> before = new ArrayList<>();
    root.iteratorForAppenders().forEachRemaining(before::add);
    Level level = root.getLevel();
    try {
      LogSetup.daemon(file, settings);
      body.accept(root.getLoggerContext().getLogger("pando"));
    } finally {
      root.detachAndStopAllAppenders();
      root.setLevel(level);
      before.forEach(appender -> {
        appender.start();
        root.addAppender(appender);
      });
    }
  }

  @Test
  void aLogIsPutAsideWhenItHasReachedItsSize() throws Exception {
    Path file = temp.resolve("100%d of it/osd.0.log");
    logTo(
        file,
        SMALL,
        log -> {
          for (int i = 0; i < 2_000; i++) {
            log.info("line {} of a flood", i);
          }
        });
    try (Stream<Path> files = Files.list(file.resolveSibling(""))) {
      assertThat(files.map(each -> String.valueOf(each.getFileName())).sorted())
          .containsExactly("osd.0.log", "osd.0.log.1", "osd.0.log.2");
    }
    assertThat(Files.readString(file)).endsWith("line 1999 of a flood\n");
    for (String name : List.of("osd.0.log", "osd.0.log.1", "osd.0.log.2")) {
      assertThat(Files.size(file.resolveSibling(name))).isLessThan(10_200);
    }
  }

  private static void event(Logger log) {
    log.debug("not written");
    log.error("two\n  lines of {}", "osd.1", new IllegalStateException("broken\ntwice"));
  }

  @Test
  void anEventIsOneLineOfText() throws Exception {
    Path file = temp.resolve("osd.1.log");
    logTo(file, SMALL, LogRotationTest::event);
    assertThat(Files.readAllLines(file))
        .singleElement(STRING)
        .contains(
            "ERROR pando: two | lines of osd.1 ", "IllegalStateException: broken | twice | at ");
  }

  @Test
  void anEventIsAnObjectOfJson() throws Exception {
    Path file = temp.resolve("osd.2.log");
    logTo(
        file,
        new LogSettings(1 << 20, 2, LogSettings.Format.JSON, true),
        log -> {
          log.debug("written");
          event(log);
        });
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(3);
    JsonNode last = new JsonMapper().readTree(lines.getLast());
    assertThat(last.path("level").asString()).isEqualTo("ERROR");
    assertThat(last.path("formattedMessage").asString()).isEqualTo("two\n  lines of osd.1");
    assertThat(last.path("throwable").path("message").asString()).isEqualTo("broken\ntwice");
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
      LogSetup.daemon(SMALL);
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
