package io.pando.cli;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ConfigLocation;
import io.pando.cli.output.Console;
import io.pando.cli.output.ResultStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;

/** Runs commands in this process, as if typed. */
public final class Shell {
  private final Function<CommandContext, List<CommandLine>> further;
  private final Path home;
  private final List<String> always;

  /**
   * A shell of a user without a past.
   *
   * @param home where the last cluster is remembered
   * @param always arguments that every command gets
   */
  Shell(Path home, String... always) {
    this(context -> List.of(), home, always);
  }

  /**
   * A shell of a user without a past.
   *
   * @param further makes the commands of the program that this module does not have
   * @param home where the last cluster is remembered
   * @param always arguments that every command gets
   */
  public Shell(Function<CommandContext, List<CommandLine>> further, Path home, String... always) {
    this.further = further;
    this.home = home;
    this.always = List.of(always);
  }

  /** What a command gave. */
  public record Outcome(int status, ByteBuffer data, String err) {
    public String out() {
      return StandardCharsets.UTF_8.decode(data.duplicate()).toString();
    }

    byte[] bytes() {
      byte[] bytes = new byte[data.remaining()];
      data.duplicate().get(bytes);
      return bytes;
    }
  }

  /** All commands of the program. */
  public CommandLine commands() {
    return program(Console.ofProcess()).commands();
  }

  private Program program(Console console) {
    CommandContext context =
        new CommandContext(console, new ConfigLocation(home.resolve("last"), null));
    return new Program(context, further.apply(context));
  }

  public Outcome run(String... arguments) {
    return feed(new byte[0], arguments);
  }

  /** Runs a command with that on its standard input. */
  Outcome feed(byte[] input, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    return run(input, out, out, arguments);
  }

  /** Runs a command whose results go elsewhere; the outcome has none. */
  public Outcome runInto(OutputStream results, String... arguments) {
    return run(new byte[0], results, new ByteArrayOutputStream(), arguments);
  }

  private Outcome run(
      byte[] input, OutputStream results, ByteArrayOutputStream out, String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> line = new ArrayList<>(always);
    line.addAll(List.of(arguments));
    try (PrintStream outStream = ResultStream.to(results);
        PrintStream errStream = new PrintStream(err, false, StandardCharsets.UTF_8)) {
      Console console = new Console(new ByteArrayInputStream(input), outStream, errStream, false);
      int status = program(console).run(line.toArray(String[]::new));
      errStream.flush();
      return new Outcome(
          status, ByteBuffer.wrap(out.toByteArray()), err.toString(StandardCharsets.UTF_8));
    }
  }
}
