package io.pando.cli.command.crush;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.text.Nearest;
import io.pando.crush.CrushMap;
import io.pando.crush.CrushTester;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Rule;
import io.pando.crush.text.CrushText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands on a CRUSH map in a file, without a cluster. */
public record CrushOffline(CommandContext context) {
  /** All of these commands. */
  public List<Object> all() {
    return List.of(new Compile(), new Decompile(), new Test());
  }

  /** Checks a map. */
  @Command(name = "compile", description = "check a map and write it in its canonical form")
  private final class Compile implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "MAP.txt",
        description = "text form; - for standard input")
    private Path input = Path.of("-");

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        description = "output file (default: only check)")
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
      CrushFiles files = new CrushFiles(context);
      CrushMap map = files.read(input);
      if (output != null) {
        files.write(output, CrushText.print(map));
      }
      return ExitStatus.OK;
    }
  }

  /** Writes a map as text. */
  @Command(name = "decompile", description = "write a map in its canonical text form")
  private final class Decompile implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "MAP.txt",
        description = "text form; - for standard input")
    private Path input = Path.of("-");

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        description = "output file (default: standard output)")
    private Path output = Path.of("-");

    @Override
    public Integer call() throws IOException {
      CrushFiles files = new CrushFiles(context);
      files.write(output, CrushText.print(files.read(input)));
      return ExitStatus.OK;
    }
  }

  /** Tests the rules of a map. */
  @Command(name = "test", description = "map numbers by a rule, as crushtool --test does")
  private final class Test implements Callable<Integer> {
    @Option(
        names = {"-i", "--input"},
        required = true,
        paramLabel = "MAP.txt",
        description = "map in text form; - for standard input")
    private Path input = Path.of("-");

    @Option(names = "--rule", paramLabel = "R", description = "id or name (default: every rule)")
    private @Nullable String rule;

    @Option(
        names = "--num-rep",
        paramLabel = "N",
        required = true,
        description = "replicas, 1 to 100")
    private int replicas;

    @Option(names = "--min-x", paramLabel = "A", description = "first number (default: 0)")
    private int minX;

    @Option(names = "--max-x", paramLabel = "B", description = "last number (default: 1023)")
    private int maxX = 1023;

    @Option(
        names = "--weight",
        arity = "2",
        paramLabel = "OSD WEIGHT",
        hideParamSyntax = true,
        description = "reweight of a device, 0 to 1")
    private List<String> weights = new ArrayList<>();

    @Option(
        names = "--pool-id",
        paramLabel = "P",
        description = "map the placement groups of this pool")
    private @Nullable Integer pool;

    @Option(names = "--show-mappings", description = "print the devices of each number")
    private boolean showMappings;

    @Override
    public Integer call() throws IOException {
      UserError.checkRange("--num-rep", replicas, 1, 100);
      CrushMap map = new CrushFiles(context).read(input);
      OptionalInt poolId = pool == null ? OptionalInt.empty() : OptionalInt.of(pool);
      SortedMap<Integer, Integer> reweights = reweights();
      List<String> lines = new ArrayList<>();
      Consumer<String> shown = context.json() ? lines::add : context::print;
      for (int id : rules(map)) {
        CrushTester.Trial trial =
            new CrushTester.Trial(id, replicas, minX, maxX, reweights, poolId);
        CrushTester.showMappings(map, trial, showMappings ? shown : line -> {});
      }
      if (context.json()) {
        context.printJson(new Json().put("mappings", lines));
      }
      return ExitStatus.OK;
    }

    private List<Integer> rules(CrushMap map) {
      if (rule == null) {
        return map.rules().stream().map(Rule::id).toList();
      }
      String wanted = rule;
      return List.of(
          map.rules().stream()
              .filter(r -> r.name().equals(wanted) || String.valueOf(r.id()).equals(wanted))
              .findFirst()
              .orElseThrow(() -> noRule(map, wanted))
              .id());
    }

    private UserError noRule(CrushMap map, String wanted) {
      List<String> names = map.rules().stream().map(Rule::name).toList();
      return UserError.failed(
          "%s: has no rule '%s'%s There are: %s"
              .formatted(input, wanted, Nearest.hint(wanted, names), String.join(", ", names)));
    }

    private SortedMap<Integer, Integer> reweights() {
      SortedMap<Integer, Integer> reweights = new TreeMap<>();
      for (int i = 0; i + 1 < weights.size(); i += 2) {
        String device = weights.get(i);
        OptionalInt weight = CrushWeight.parse(weights.get(i + 1));
        if (!device.matches("[0-9]{1,9}") || weight.isEmpty()) {
          throw UserError.usage(
              "--weight takes a device's number and a weight from 0 to 1, not '%s %s'"
                  .formatted(device, weights.get(i + 1)));
        }
        int bounded =
            Integer.compareUnsigned(weight.getAsInt(), CrushWeight.ONE) > 0
                ? CrushWeight.ONE
                : weight.getAsInt();
        reweights.put(Integer.parseInt(device), bounded);
      }
      return reweights;
    }
  }
}
