package io.pando.cli.command.crush;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Rule;
import io.pando.crush.text.CrushText;
import io.pando.id.OsdId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando crush …}: commands on a cluster's CRUSH map. */
@Command(name = "crush", description = "the CRUSH map: which devices store which data")
public record CrushCommands(CommandContext context) {
  @Command(name = "get", description = "write the cluster's CRUSH map as text")
  int get(
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FILE",
              defaultValue = "-",
              description = "output file (default: standard output)")
          Path output)
      throws IOException {
    String text;
    try (Cluster cluster = context.connect()) {
      text = CrushText.print(cluster.admin().map().crush());
    }
    new CrushFiles(context).write(output, text);
    return ExitStatus.OK;
  }

  @Command(name = "set", description = "replace the cluster's CRUSH map with one in text form")
  int set(
      @Option(
              names = {"-i", "--input"},
              paramLabel = "FILE",
              required = true,
              description = "input file; - for standard input")
          Path input)
      throws IOException {
    String text = CrushText.print(new CrushFiles(context).read(input));
    return context.change(new Change.SetCrush(text));
  }

  @Command(name = "add-bucket", description = "create an empty bucket")
  int addBucket(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "TYPE", description = "such as host or rack") String type) {
    return context.change(new Change.AddBucket(name, type));
  }

  @Command(name = "add", description = "add a device or bucket at a location, with a weight")
  int add(
      @Parameters(paramLabel = "ITEM", description = "such as osd.3 or node7") String item,
      @Parameters(paramLabel = "WEIGHT") String weight,
      @Parameters(arity = "1..*", paramLabel = "TYPE=NAME") List<String> location) {
    return context.change(new Change.PlaceInCrush(item, weight(weight), location));
  }

  @Command(name = "move", description = "move a device or bucket to another location")
  int move(
      @Parameters(paramLabel = "ITEM") String item,
      @Parameters(arity = "1..*", paramLabel = "TYPE=NAME") List<String> location) {
    return context.change(new Change.PlaceInCrush(item, null, location));
  }

  @Command(name = "reweight", description = "set the CRUSH weight of a device")
  int reweight(
      @Parameters(paramLabel = "ITEM") String item,
      @Parameters(paramLabel = "WEIGHT") String weight) {
    return context.change(new Change.ReweightInCrush(item, weight(weight)));
  }

  @Command(name = "rm", description = "remove a device or an empty bucket")
  int rm(@Parameters(paramLabel = "ITEM") String item) {
    return context.change(new Change.RemoveFromCrush(item));
  }

  @Command(name = "set-device-class", description = "set the device class of OSDs")
  int setDeviceClass(
      @Parameters(paramLabel = "CLASS", description = "such as ssd; '' for none")
          String deviceClass,
      @Parameters(arity = "1..*", paramLabel = "OSD") List<OsdId> osds) {
    return context.change(new Change.SetDeviceClass(osds, deviceClass));
  }

  private static int weight(String text) {
    OptionalInt weight = CrushWeight.parse(text);
    if (weight.isEmpty()) {
      throw UserError.usage("a weight is a number from 0 to below 65536, not '" + text + "'");
    }
    return weight.getAsInt();
  }

  /** {@code pando crush rule …}. */
  @Command(name = "rule", description = "CRUSH rules, which choose devices")
  public record Rules(CommandContext context) {
    @Command(name = "ls", description = "list the names of rules")
    int ls() {
      return context.connected(cluster -> {
        List<String> names =
            cluster.admin().map().crush().rules().stream().map(Rule::name).toList();
        context.print(() -> names, () -> names.forEach(context::print));
      });
    }

    @Command(name = "rm", description = "remove a rule that no pool uses")
    int rm(@Parameters(paramLabel = "NAME") String name) {
      return context.change(new Change.RemoveRule(name));
    }

    @Command(
        name = "create",
        description = "create a rule that puts replicas in different failure domains")
    int create(
        @Parameters(paramLabel = "NAME") String name,
        @Parameters(paramLabel = "ROOT", description = "bucket to start from, such as default")
            String root,
        @Parameters(paramLabel = "DOMAIN", description = "type such as host or rack") String domain,
        @Parameters(arity = "0..1", paramLabel = "CLASS", description = "device class")
            @Nullable String deviceClass) {
      return context.change(new Change.CreateRule(name, root, domain, deviceClass));
    }
  }
}
