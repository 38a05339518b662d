package io.pando.cli.command;

import io.pando.cli.config.ConfigException;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.OutputLostException;
import io.pando.cli.output.PrintableNames;
import io.pando.client.PandoException;
import io.pando.disk.StoreException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import picocli.CommandLine;

/**
 * Reports failures as a line on standard error and an exit status. A stack trace is printed only
 * for a bug of the program, or with {@code --debug}.
 */
public record Errors(CommandContext context)
    implements CommandLine.IExecutionExceptionHandler, CommandLine.IParameterExceptionHandler {
  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    return report(failure);
  }

  @Override
  public int handleParseException(CommandLine.ParameterException failure, String[] args) {
    PrintStream err = context.console().err();
    err.println("pando: " + PrintableNames.message(String.valueOf(failure.getMessage())));
    CommandLine command = failure.getCommandLine();
    if (!CommandLine.UnmatchedArgumentException.printSuggestions(failure, command.getErr())) {
      command.getErr().flush();
      String synopsis = command.getHelp().synopsis(0).strip();
      err.println("Usage: " + synopsis);
    }
    command.getErr().flush();
    err.println("More: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitStatus.USAGE;
  }

  /** Reports a failure; returns the exit status. */
  public int report(Throwable thrown) {
    Throwable failure = ofOutput(thrown);
    if (failure instanceof OutputLostException lost && lost.readerGone()) {
      return ExitStatus.READER_GONE;
    }
    PrintStream err = context.console().err();
    err.println("pando: " + PrintableNames.message(describe(failure)));
    if (context.debug() || !isExpected(failure)) {
      failure.printStackTrace(err);
    }
    return switch (failure) {
      case UserError error -> error.exitStatus();
      case PandoException.InvalidArgument _ -> ExitStatus.USAGE;
      default -> ExitStatus.FAILED;
    };
  }

  /** Finds lost output that occurred on another thread: it is wrapped in that thread's failure. */
  private static Throwable ofOutput(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof OutputLostException) {
        return at;
      }
    }
    return thrown;
  }

  private static boolean isExpected(Throwable failure) {
    return failure instanceof UserError
        || failure instanceof PandoException
        || failure instanceof DaemonException
        || failure instanceof InterruptedException
        || failure instanceof ConfigException
        || failure instanceof StoreException
        || failure instanceof OutputLostException
        || failure instanceof IOException
        || failure instanceof UncheckedIOException;
  }

  /** A sentence for people. */
  static String describe(Throwable failure) {
    return switch (failure) {
      case NoSuchFileException e -> e.getFile() + ": no such file or directory";
      case AccessDeniedException e -> e.getFile() + ": permission denied";
      case FileAlreadyExistsException e -> e.getFile() + ": already exists";
      case NotDirectoryException e -> e.getFile() + ": is not a directory";
      case DirectoryNotEmptyException e -> e.getFile() + ": the directory is not empty";
      case UncheckedIOException e when e.getCause() != null -> describe(e.getCause());
      default -> isExpected(failure) ? message(failure) : "internal error: " + failure;
    };
  }

  private static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.toString() : message;
  }
}
