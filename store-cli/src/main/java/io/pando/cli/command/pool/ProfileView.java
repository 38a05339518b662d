package io.pando.cli.command.pool;

import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.erasure.ErasureProfile;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints profiles of erasure-coded pools. */
public final class ProfileView {
  private ProfileView() {}

  /** The JSON form of a profile: its settings as text, as in Ceph, and the pools made from it. */
  static Json json(ClusterMap map, String name, ErasureProfile profile) {
    Json json = new Json().put("profile", name);
    profile.settings().forEach(json::put);
    return json.put("pools", pools(map, name));
  }

  /** The JSON form of all profiles. */
  public static List<Json> json(ClusterMap map) {
    List<Json> all = new ArrayList<>();
    map.profiles().forEach((name, profile) -> all.add(json(map, name, profile)));
    return all;
  }

  /** Prints a table of all profiles. */
  static void print(ClusterMap map, PrintStream out) {
    Table table =
        new Table()
            .left("PROFILE", "CODE")
            .right("FRAGMENTS", "SPACE", "STRIPE UNIT")
            .left("FAILURE DOMAIN", "POOLS");
    map.profiles()
        .forEach((name, profile) ->
            table.row(
                name,
                profile.code().parameters(),
                profile.code().positions(),
                factor((double) profile.code().positions() / profile.code().parameters().k()),
                ByteSize.format(profile.code().stripeUnit()),
                profile.domains().failureDomain(),
                String.join(",", pools(map, name))));
    table.print(out);
  }

  /** Bytes taken for each byte of an object, as {@code 1.5x}. */
  static String factor(double factor) {
    return String.format(Locale.ROOT, "%.2fx", factor);
  }

  private static List<String> pools(ClusterMap map, String profile) {
    return map.livePools().stream()
        .filter(pool -> profile.equals(pool.profile()))
        .map(PoolInfo::name)
        .toList();
  }
}
