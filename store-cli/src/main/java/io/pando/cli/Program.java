package io.pando.cli;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.Errors;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.admin.CrushCommands;
import io.pando.cli.command.admin.CrushOffline;
import io.pando.cli.command.admin.MonCommands;
import io.pando.cli.command.admin.OsdCommands;
import io.pando.cli.command.admin.PgCommands;
import io.pando.cli.command.admin.PoolCommands;
import io.pando.cli.command.admin.RepairCommand;
import io.pando.cli.command.admin.StatusCommands;
import io.pando.cli.command.demo.DemoCommand;
import io.pando.cli.command.object.AttrCommands;
import io.pando.cli.command.object.CopyCommands;
import io.pando.cli.command.object.ObjectCommands;
import io.pando.cli.command.object.OmapCommands;
import io.pando.cli.command.run.DownCommand;
import io.pando.cli.command.run.UpCommand;
import io.pando.cli.command.store.StoreCommands;
import io.pando.cli.output.OutputLostException;
import io.pando.cluster.ClusterFlag;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The tree of commands. */
final class Program {
  private final CommandContext surroundings;
  private final List<CommandLine> further;

  /**
   * A program.
   *
   * @param further commands that this module does not have
   */
  Program(CommandContext surroundings, List<CommandLine> further) {
    this.surroundings = surroundings;
    this.further = further;
  }

  /** Runs the command that the arguments name; returns the exit status. */
  int run(String... args) {
    int status = runAndFlush(args);
    surroundings.console().err().flush();
    return status;
  }

  /**
   * Runs a command and flushes its output. If output was lost the command has failed, whatever its
   * status.
   */
  private int runAndFlush(String... args) {
    int status = commands().execute(args);
    OutputLostException lost = surroundings.console().lost();
    return lost != null && status == ExitStatus.OK ? new Errors(surroundings).report(lost) : status;
  }

  /**
   * Executes a parsed command. With {@code --help}, picocli accepts words that are no command and
   * prints the help of another one, so this is checked here.
   */
  private static int execute(ParseResult parsed) {
    for (ParseResult at = parsed; at != null; at = at.hasSubcommand() ? at.subcommand() : null) {
      if (!at.unmatched().isEmpty()) {
        throw new UnmatchedArgumentException(at.commandSpec().commandLine(), at.unmatched());
      }
    }
    try {
      return new RunLast().execute(parsed);
    } catch (OutputLostException lost) {
      // Help was printed, which picocli treats without a handler; lost output is reported at the
      // end of the program.
      return ExitStatus.OK;
    }
  }

  /** All commands. */
  CommandLine commands() {
    CommandLine program = new CommandLine(new PandoCommand(surroundings));
    program.getCommandSpec().version(version());
    program.addSubcommand(new StatusCommands.Status(surroundings));
    program.addSubcommand(new StatusCommands.HealthCommand(surroundings));
    program.addSubcommand(new MonCommands(surroundings));
    program.addSubcommand(new OsdCommands(surroundings));
    program.addSubcommand(new PoolCommands(surroundings));
    program.addSubcommand(new PgCommands(surroundings));
    program.addSubcommand(new RepairCommand(surroundings));
    program.addSubcommand(crush());
    program.addSubcommand(new CopyCommands.Put(surroundings));
    program.addSubcommand(new CopyCommands.Get(surroundings));
    program.addSubcommand(new CopyCommands.Append(surroundings));
    program.addSubcommand(new ObjectCommands.Ls(surroundings));
    program.addSubcommand(new ObjectCommands.Stat(surroundings));
    program.addSubcommand(new ObjectCommands.Rm(surroundings));
    program.addSubcommand(new AttrCommands(surroundings));
    program.addSubcommand(new OmapCommands(surroundings));
    program.addSubcommand(new UpCommand(surroundings));
    program.addSubcommand(new DownCommand(surroundings));
    program.addSubcommand(new DemoCommand(surroundings));
    program.addSubcommand(StoreCommands.commands(surroundings));
    further.forEach(program::addSubcommand);
    NotIncludedCommand.addTo(program);
    program.addSubcommand(new CompletionCommand(surroundings));
    program.addSubcommand(new WarmUpCommand());
    program.addSubcommand(new HelpCommand());
    program.registerConverter(OsdId.class, Program::osd);
    program.registerConverter(PgId.class, Program::group);
    program.registerConverter(ClusterFlag.class, Program::flag);
    Errors errors = new Errors(surroundings);
    program.setExecutionStrategy(Program::execute);
    program.setExecutionExceptionHandler(errors);
    program.setParameterExceptionHandler(errors);
    program.setCaseInsensitiveEnumValuesAllowed(true);
    program.setOut(new PrintWriter(surroundings.console().out(), true, StandardCharsets.UTF_8));
    program.setErr(new PrintWriter(surroundings.console().err(), true, StandardCharsets.UTF_8));
    return program;
  }

  private CommandLine crush() {
    return group(
        new CrushCommands(surroundings),
        new CrushCommands.Rules(surroundings),
        new CrushOffline.Compile(surroundings),
        new CrushOffline.Decompile(surroundings),
        new CrushOffline.Test(surroundings));
  }

  private static CommandLine group(Object group, Object... commands) {
    CommandLine line = new CommandLine(group);
    for (Object command : commands) {
      line.addSubcommand(command);
    }
    return line;
  }

  private static OsdId osd(String text) {
    String number = text.startsWith("osd.") ? text.substring(4) : text;
    if (!number.matches("[0-9]{1,9}")) {
      throw new TypeConversionException("'" + text + "' is not an OSD; give its number, or osd.N");
    }
    return new OsdId(Integer.parseInt(number));
  }

  private static ClusterFlag flag(String text) {
    for (ClusterFlag flag : ClusterFlag.values()) {
      if (flag.label().equals(text)) {
        return flag;
      }
    }
    List<String> all = Arrays.stream(ClusterFlag.values()).map(ClusterFlag::label).toList();
    throw new TypeConversionException(
        "'" + text + "' is not a flag; flags are " + String.join(", ", all));
  }

  private static PgId group(String text) {
    try {
      return PgId.parse(text);
    } catch (IllegalArgumentException wrong) {
      throw new TypeConversionException(wrong.getMessage());
    }
  }

  private static String version() {
    String version = Program.class.getPackage().getImplementationVersion();
    return "pando " + (version == null ? "(not packaged)" : version);
  }
}
