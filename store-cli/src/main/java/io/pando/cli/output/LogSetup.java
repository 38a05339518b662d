package io.pando.cli.output;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.pando.cli.config.LogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Destination of log lines. Commands log only errors, to standard error; daemons log to a file, or
 * to standard error without one. Logback finds this class itself, and then reads no configuration
 * file.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  /** One line for each event, also if its message or its stack trace has several. */
  private static final String PATTERN =
      "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level %logger{0}: %replace(%msg){'\\R\\s*', ' | '}"
          + "%replace(%replace(%replace(%ex){'\\R\\s*', ' | '}){' \\| $', ''}){'^(?=.)', ' | '}"
          + "%nopex%n";

  private static final String PLAIN_PATTERN =
      "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level %logger{0}: %msg%n";

  /** Libraries that log too much; the last one logs as an error that a peer does not listen yet. */
  private static final Map<String, Level> TALKATIVE =
      Map.of(
          "org.apache.ratis", Level.WARN,
          "org.apache.ratis.thirdparty.io.netty", Level.ERROR,
          "io.netty", Level.ERROR,
          "org.apache.ratis.util.LifeCycle", Level.OFF);

  /** Files of another program that links this one; it says where to log. */
  private static final List<String> CONFIGURATIONS = List.of("/logback.xml", "/logback-test.xml");

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (CONFIGURATIONS.stream().anyMatch(name -> LogSetup.class.getResource(name) != null)) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    ConsoleAppender<ILoggingEvent> errors = new ConsoleAppender<>();
    errors.setTarget("System.err");
    begin(context, errors, pattern(context, PLAIN_PATTERN), Level.ERROR);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Logs everything from now on, to standard error or to the file of a daemon. */
  public static void debug() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.DEBUG);
    }
  }

  /** Logs daemons' messages to standard error from now on. */
  public static void daemon(LogSettings settings) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      ConsoleAppender<ILoggingEvent> errors = new ConsoleAppender<>();
      errors.setTarget("System.err");
      restart(context, errors, settings);
    }
  }

  private static void restart(
      LoggerContext context, OutputStreamAppender<ILoggingEvent> appender, LogSettings settings) {
    Level level = settings.debug() ? Level.DEBUG : ofDaemons(context);
    context.getLogger(Logger.ROOT_LOGGER_NAME).detachAndStopAllAppenders();
    begin(context, appender, encoder(context, settings.format()), level);
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context, LogSettings.Format format) {
    return switch (format) {
      case TEXT -> pattern(context, PATTERN);
      case JSON -> {
        JsonEncoder json = new JsonEncoder();
        json.setContext(context);
        json.setWithSequenceNumber(false);
        json.setWithNanoseconds(false);
        json.setWithContext(false);
        json.setWithMessage(false);
        json.setWithArguments(false);
        json.setWithFormattedMessage(true);
        json.start();
        yield json;
      }
    };
  }

  private static Encoder<ILoggingEvent> pattern(LoggerContext context, String pattern) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(pattern);
    encoder.start();
    return encoder;
  }

  /** The level of daemons' messages: everything if {@link #debug} was requested. */
  private static Level ofDaemons(LoggerContext context) {
    Level now = context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel();
    return now.isGreaterOrEqual(Level.INFO) ? Level.INFO : now;
  }

  /**
   * Logs daemons' messages to a file from now on, by appending. When the file has reached its size
   * it is rotated: {@code FILE.1} is the newest of the files that are kept.
   */
  public static void daemon(Path file, LogSettings settings) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      restart(context, LogRotation.appender(context, file, settings), settings);
    }
  }

  /** Rotates a file to which another program appends, if it has reached its size. */
  public static void putAside(Path file, LogSettings settings) throws IOException {
    if (Files.exists(file) && Files.size(file) >= settings.maxSizeBytes()) {
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Silences the log until it is closed. */
  public interface Silence extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Silences the log from now on: a simulation causes errors on purpose. If {@linkplain #debug()
   * debug} was requested, the log is still written.
   */
  public static Silence silence() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
      Level before = root.getLevel();
      if (before.isGreaterOrEqual(Level.INFO)) {
        root.setLevel(Level.OFF);
        return () -> root.setLevel(before);
      }
    }
    return () -> {};
  }

  private static void begin(
      LoggerContext context,
      OutputStreamAppender<ILoggingEvent> appender,
      Encoder<ILoggingEvent> encoder,
      Level level) {
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    TALKATIVE.forEach((name, limit) ->
        context.getLogger(name).setLevel(level.isGreaterOrEqual(limit) ? level : limit));
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(level);
    root.addAppender(appender);
  }
}
