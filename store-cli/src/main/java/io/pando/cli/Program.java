package io.pando.cli;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.Errors;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.admin.DaemonCommand;
import io.pando.cli.command.admin.GroupRepairCommand;
import io.pando.cli.command.admin.MonCommands;
import io.pando.cli.command.admin.OsdCommands;
import io.pando.cli.command.admin.PgCommands;
import io.pando.cli.command.admin.StatusCommands;
import io.pando.cli.command.crush.CrushCommands;
import io.pando.cli.command.crush.CrushOffline;
import io.pando.cli.command.demo.DemoCommand;
import io.pando.cli.command.object.AttrCommands;
import io.pando.cli.command.object.CopyCommands;
import io.pando.cli.command.object.ObjectCommands;
import io.pando.cli.command.object.OmapCommands;
import io.pando.cli.command.pool.PoolCommands;
import io.pando.cli.command.run.DownCommand;
import io.pando.cli.command.run.UpCommand;
import io.pando.cli.command.store.StoreCommands;
import io.pando.cli.output.LogSetup;
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

/**
 * The tree of commands.
 *
 * @param further commands that this module does not have
 */
record Program(CommandContext context, List<CommandLine> further) {
  /** Runs the command that the arguments name; returns the exit status. */
  int run(String... args) {
    int status = runAndFlush(args);
    context.console().err().flush();
    return status;
  }

  /**
   * Runs a command and flushes its output. If output was lost the command has failed, whatever its
   * status.
   */
  private int runAndFlush(String... args) {
    int status = commands().execute(args);
    OutputLostException lost = context.console().lost();
    return lost != null && status == ExitStatus.OK ? new Errors(context).report(lost) : status;
  }

  /**
   * Executes a parsed command. With {@code --help}, picocli accepts words that are no command and
   * prints the help of another one, so this is checked here.
   */
  private int execute(ParseResult parsed) {
    for (ParseResult at = parsed; at != null; at = at.hasSubcommand() ? at.subcommand() : null) {
      if (!at.unmatched().isEmpty()) {
        throw new UnmatchedArgumentException(at.commandSpec().commandLine(), at.unmatched());
      }
    }
    if (context.debug()) {
      LogSetup.debug();
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
    CommandLine program = new CommandLine(new PandoCommand(context));
    program.getCommandSpec().version(version());
    new StatusCommands(context).all().forEach(program::addSubcommand);
    program.addSubcommand(new MonCommands(context));
    program.addSubcommand(new OsdCommands(context));
    program.addSubcommand(new DaemonCommand(context));
    program.addSubcommand(new PoolCommands(context));
    program.addSubcommand(new PgCommands(context));
    program.addSubcommand(new GroupRepairCommand(context));
    program.addSubcommand(crush());
    new CopyCommands(context).all().forEach(program::addSubcommand);
    new ObjectCommands(context).all().forEach(program::addSubcommand);
    program.addSubcommand(new AttrCommands(context));
    program.addSubcommand(new OmapCommands(context));
    program.addSubcommand(new UpCommand(context));
    program.addSubcommand(new DownCommand(context));
    program.addSubcommand(new DemoCommand(context));
    program.addSubcommand(StoreCommands.commands(context));
    further.forEach(program::addSubcommand);
    NotIncludedCommand.addTo(program);
    program.addSubcommand(new CompletionCommand(context));
    program.addSubcommand(new WarmUpCommand());
    program.addSubcommand(new ManPagesCommand());
    program.addSubcommand(new HelpCommand());
    program.registerConverter(OsdId.class, Program::osd);
    program.registerConverter(PgId.class, Program::group);
    program.registerConverter(ClusterFlag.class, Program::flag);
    Errors errors = new Errors(context);
    program.setExecutionStrategy(this::execute);
    program.setExecutionExceptionHandler(errors);
    program.setParameterExceptionHandler(errors);
    program.setCaseInsensitiveEnumValuesAllowed(true);
    program.setOut(new PrintWriter(context.console().out(), true, StandardCharsets.UTF_8));
    program.setErr(new PrintWriter(context.console().err(), true, StandardCharsets.UTF_8));
    return program;
  }

  private CommandLine crush() {
    CommandLine crush = new CommandLine(new CrushCommands(context));
    crush.addSubcommand(new CrushCommands.Rules(context));
    new CrushOffline(context).all().forEach(crush::addSubcommand);
    return crush;
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
