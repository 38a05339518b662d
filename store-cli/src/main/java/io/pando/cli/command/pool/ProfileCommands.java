package io.pando.cli.command.pool;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.erasure.ProfileSyntaxException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pando profile …}. */
@Command(
    name = "profile",
    description = "profiles, from which erasure-coded pools are made: code and failure domains")
public record ProfileCommands(CommandContext context) {
  @Command(
      name = "set",
      description = "make a profile, or change one from which no pool was made",
      footer = {
        "",
        "k, m                  numbers of data and parity fragments; both must be given",
        "plugin, technique     isa reed_sol_van (default), isa cauchy, jerasure reed_sol_van,",
        "                      lrc (default if l is given)",
        "l                     with lrc: fragments that one local parity covers",
        "stripe_unit           successive bytes in one fragment (default: 16K)",
        "crush-failure-domain  type of buckets with at most one fragment each (default: host)",
        "crush-root            bucket to start from (default: default)",
        "crush-device-class    class of the OSDs (default: any)",
        "crush-locality        with lrc: type of buckets that hold one group of fragments each"
      })
  int set(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(arity = "1..*", paramLabel = "KEY=VALUE", description = "such as k=4 m=2")
          List<String> settings) {
    return context.change(new Change.SetProfile(name, parsed(settings)));
  }

  private static ErasureProfile parsed(List<String> settings) {
    try {
      return ErasureProfile.parse(settings);
    } catch (ProfileSyntaxException wrong) {
      throw UserError.usage(wrong.problem());
    }
  }

  @Command(name = "get", description = "show the settings of a profile")
  int get(@Parameters(paramLabel = "NAME") String name) {
    return context.connected(cluster -> {
      ClusterMap map = cluster.admin().map();
      ErasureProfile profile = map.profiles().get(name);
      if (profile == null) {
        throw UserError.failed(
            "there is no profile '%s'; the profiles are %s"
                .formatted(name, map.profiles().keySet()));
      }
      context.print(
          () -> ProfileView.json(map, name, profile),
          () -> profile.settings().forEach((key, value) -> context.print(key + "=" + value)));
    });
  }

  @Command(name = "ls", description = "list the profiles, and the pools made from them")
  int ls() {
    return context.connected(cluster -> {
      ClusterMap map = cluster.admin().map();
      context.print(
          () -> ProfileView.json(map), () -> ProfileView.print(map, context.console().out()));
    });
  }

  @Command(name = "rm", description = "remove a profile from which no pool was made")
  int rm(@Parameters(paramLabel = "NAME") String name) {
    return context.change(new Change.RemoveProfile(name));
  }
}
