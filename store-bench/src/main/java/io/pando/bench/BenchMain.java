package io.pando.bench;

import io.pando.bench.files.FilesCommand;
import io.pando.bench.load.BenchCommands;
import io.pando.bench.metadata.MetadataBench;
import io.pando.bench.repair.RepairBenchCommand;
import io.pando.bench.sim.SimCommand;
import io.pando.bench.sim.SoakCommand;
import io.pando.bench.study.RecoveryCommand;
import io.pando.bench.trial.FailoverCommand;
import io.pando.bench.trial.RollingCommand;
import io.pando.bench.trial.TortureCommand;
import io.pando.bench.waf.WafCommand;
import io.pando.cli.command.CommandContext;
import java.util.List;
import picocli.CommandLine;

/** Entry point of the program with benchmarks and the simulator. */
public final class BenchMain {
  private BenchMain() {}

  /** Runs one command, and exits with its status. */
  public static void main(String[] args) {
    io.pando.cli.Main.run(args, BenchMain::commands);
  }

  /** The commands that are added to those of {@code io.pando.cli}. */
  public static List<CommandLine> commands(CommandContext context) {
    CommandLine bench = new CommandLine(new BenchCommands(context));
    bench.addSubcommand(new FailoverCommand(context));
    bench.addSubcommand(new FilesCommand(context));
    bench.addSubcommand(new MetadataBench(context));
    bench.addSubcommand(new RecoveryCommand(context));
    bench.addSubcommand(new RepairBenchCommand(context));
    bench.addSubcommand(new RollingCommand(context));
    bench.addSubcommand(new WafCommand(context));
    return List.of(
        bench,
        new CommandLine(new TortureCommand(context)),
        new CommandLine(new SimCommand(context)),
        new CommandLine(new SoakCommand(context)));
  }
}
