package io.pando.cli.output;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.RollingPolicyBase;
import ch.qos.logback.core.rolling.RolloverFailure;
import ch.qos.logback.core.rolling.TriggeringPolicyBase;
import io.pando.cli.config.LogSettings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Rotates a log file when it has reached its size: {@code FILE} is renamed to {@code FILE.1},
 * {@code FILE.1} to {@code FILE.2}, and the oldest file is removed. Logback's own policy treats the
 * file name as a pattern, in which a folder may not be called {@code %d}.
 */
final class LogRotation extends RollingPolicyBase {
  private final Path file;
  private final int keep;

  private LogRotation(Path file, int keep) {
    this.file = file;
    this.keep = keep;
  }

  /** Appends to a file that is rotated; not started yet. */
  static RollingFileAppender<ILoggingEvent> appender(
      LoggerContext context, Path file, LogSettings settings) {
    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    LogRotation rotation = new LogRotation(file, settings.keep());
    rotation.setContext(context);
    rotation.setParent(appender);
    rotation.start();
    BySize bySize = new BySize(settings.maxSizeBytes());
    bySize.start();
    appender.setRollingPolicy(rotation);
    appender.setTriggeringPolicy(bySize);
    return appender;
  }

  @Override
  public void rollover() {
    try {
      for (int number = keep; number > 1; number--) {
        if (Files.exists(numbered(number - 1))) {
          rename(numbered(number - 1), numbered(number));
        }
      }
      rename(file, numbered(1));
    } catch (IOException failure) {
      throw new RolloverFailure("cannot rotate " + file, failure);
    }
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  private static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public String getActiveFileName() {
    return file.toString();
  }

  /**
   * Checks the size with every line; logback's own policy checks too rarely during a flood of
   * lines.
   */
  private static final class BySize extends TriggeringPolicyBase<ILoggingEvent> {
    private final long maxBytes;

    BySize(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    @Override
    public boolean isTriggeringEvent(File active, ILoggingEvent event) {
      return active.length() >= maxBytes;
    }
  }
}
