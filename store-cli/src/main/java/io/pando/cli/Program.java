package io.pando.cli;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.Errors;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.admin.DaemonCommand;
import io.pando.cli.command.admin.FenceCommands;
import io.pando.cli.command.admin.GroupRepairCommand;
import io.pando.cli.command.admin.MonCommands;
import io.pando.cli.command.admin.OsdCommands;
import io.pando.cli.command.admin.PgCommands;
import io.pando.cli.command.crush.CrushCommands;
import io.pando.cli.command.crush.CrushOffline;
import io.pando.cli.command.demo.DemoCommand;
import io.pando.cli.command.files.FsCommands;
import io.pando.cli.command.files.MdsCommands;
import io.pando.cli.command.monitor.MonExportCommand;
import io.pando.cli.command.monitor.MonRescueCommand;
import io.pando.cli.command.mount.ClusterMountSource;
import io.pando.cli.command.mount.MountCommand;
import io.pando.cli.command.mount.UmountCommand;
import io.pando.cli.command.object.AttrCommands;
import io.pando.cli.command.object.CopyCommands;
import io.pando.cli.command.object.ObjectCommands;
import io.pando.cli.command.object.OmapCommands;
import io.pando.cli.command.pool.PoolCommands;
import io.pando.cli.command.pool.ProfileCommands;
import io.pando.cli.command.run.DownCommand;
import io.pando.cli.command.run.InitCommand;
import io.pando.cli.command.run.UpCommand;
import io.pando.cli.command.status.EventsCommand;
import io.pando.cli.command.status.HealthCommands;
import io.pando.cli.command.status.ReleaseCommands;
import io.pando.cli.command.status.StatusCommands;
import io.pando.cli.command.status.TopCommand;
import io.pando.cli.command.store.StoreCommands;
import io.pando.cli.output.LogSetup;
import io.pando.cli.output.OutputLostException;
import io.pando.cli.text.Nearest;
import io.pando.cluster.ClusterFlag;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.report.HealthCode;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
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
    int status = commandsFor(args).execute(args);
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
    CommandLine program = program();
    parts().forEach(part -> part.addTo(program));
    further.forEach(program::addSubcommand);
    NotIncludedCommand.addTo(program);
    program.addSubcommand(new CompletionCommand(context));
    program.addSubcommand(new WarmUpCommand());
    program.addSubcommand(new ManPagesCommand());
    program.addSubcommand(new HelpCommand());
    return configured(program);
  }

  /**
   * The commands that are needed to run these arguments: making all of them takes longer than most
   * commands run.
   */
  private CommandLine commandsFor(String... args) {
    Optional<String> first = FirstWord.of(args);
    for (Part part : parts()) {
      if (first.isPresent() && part.names.contains(first.get())) {
        CommandLine program = program();
        part.addTo(program);
        return configured(program);
      }
    }
    return commands();
  }

  /**
   * Commands that are made together.
   *
   * @param names their names, without aliases
   */
  record Part(List<String> names, Supplier<List<?>> commands) {
    static Part of(String name, Supplier<Object> command) {
      return new Part(List.of(name), () -> List.of(command.get()));
    }

    private void addTo(CommandLine program) {
      commands.get().forEach(program::addSubcommand);
    }
  }

  /** The commands of this module that users call, in the order of the help. */
  List<Part> parts() {
    return List.of(
        new Part(List.of("status", "df"), () -> new StatusCommands(context).all()),
        Part.of("health", () -> HealthCommands.commands(context)),
        new Part(List.of("versions", "require-release"), () -> new ReleaseCommands(context).all()),
        Part.of("events", () -> new EventsCommand(context)),
        Part.of("top", () -> new TopCommand(context)),
        Part.of("mon", this::mon),
        Part.of("osd", () -> new OsdCommands(context)),
        Part.of("daemon", () -> new DaemonCommand(context)),
        Part.of("fence", () -> new FenceCommands(context)),
        Part.of("pool", () -> new PoolCommands(context)),
        Part.of("profile", () -> new ProfileCommands(context)),
        Part.of("fs", () -> new FsCommands(context)),
        Part.of("mds", () -> new MdsCommands(context)),
        Part.of("mount", () -> new MountCommand(context, new ClusterMountSource())),
        Part.of("umount", () -> new UmountCommand(context)),
        Part.of("pg", () -> new PgCommands(context)),
        Part.of("repair", () -> new GroupRepairCommand(context)),
        Part.of("crush", this::crush),
        new Part(List.of("put", "get", "append"), () -> new CopyCommands(context).all()),
        new Part(List.of("ls", "stat", "rm"), () -> new ObjectCommands(context).all()),
        Part.of("attr", () -> new AttrCommands(context)),
        Part.of("omap", () -> new OmapCommands(context)),
        Part.of("init", () -> new InitCommand(context)),
        Part.of("up", () -> new UpCommand(context)),
        Part.of("down", () -> new DownCommand(context)),
        Part.of("demo", () -> new DemoCommand(context)),
        Part.of("store", () -> StoreCommands.commands(context)));
  }

  private CommandLine program() {
    CommandLine program = new CommandLine(new PandoCommand(context));
    program.getCommandSpec().version(version());
    return program;
  }

  /** Settings reach only commands that are there already. */
  private CommandLine configured(CommandLine program) {
    program.registerConverter(OsdId.class, Program::osd);
    program.registerConverter(PgId.class, Program::group);
    program.registerConverter(ClusterFlag.class, Program::flag);
    program.registerConverter(HealthCode.class, Program::healthCode);
    Errors errors = new Errors(context);
    program.setExecutionStrategy(this::execute);
    program.setExecutionExceptionHandler(errors);
    program.setParameterExceptionHandler(errors);
    program.setCaseInsensitiveEnumValuesAllowed(true);
    program.setOut(new PrintWriter(context.console().out(), true, StandardCharsets.UTF_8));
    program.setErr(new PrintWriter(context.console().err(), true, StandardCharsets.UTF_8));
    return program;
  }

  private CommandLine mon() {
    CommandLine mon = new CommandLine(new MonCommands(context));
    mon.addSubcommand(new MonExportCommand(context));
    mon.addSubcommand(new MonRescueCommand(context));
    return mon;
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

  private static HealthCode healthCode(String text) {
    String name = text.toUpperCase(Locale.ROOT);
    return HealthCode.named(name)
        .orElseThrow(() -> {
          String hint =
              Nearest.to(name, HealthCode.names())
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("");
          return new TypeConversionException(HealthCode.unknown(text) + hint);
        });
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
