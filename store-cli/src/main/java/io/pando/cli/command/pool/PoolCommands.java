package io.pando.cli.command.pool;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.text.ByteSize;
import io.pando.cli.text.Nearest;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.mon.rules.NextStep;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando pool …}. */
@Command(name = "pool", description = "create, change and remove pools, the name spaces of objects")
public record PoolCommands(CommandContext context) {
  @Command(name = "create", description = "create a pool")
  int create(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(
              arity = "0..1",
              paramLabel = "PGS",
              defaultValue = "0",
              description = "placement groups")
          int groups,
      @Option(names = "--size", description = "replicas (default: 3)") int size,
      @Option(
              names = "--min-size",
              description = "replicas or fragments that must be there for a write")
          int minSize,
      @Option(names = "--rule", description = "name of an existing CRUSH rule")
          @Nullable String rule,
      @Mixin PoolOptions options) {
    Replication replication = options.replication();
    Compression compression = options.compression();
    Change.CreatePool.Sizes sizes = new Change.CreatePool.Sizes(size, minSize);
    return context.change(
        options
            .erasureCoded(name, groups, size, minSize, rule)
            .orElseGet(
                () -> new Change.CreatePool(name, groups, sizes, rule, replication, compression)));
  }

  /** Level of detail. */
  enum Depth {
    detail
  }

  @Command(name = "ls", description = "list pools")
  int ls(
      @Parameters(arity = "0..1", paramLabel = "detail", description = "with their settings")
          @Nullable Depth depth,
      @Option(names = "--removed", description = "removed pools that can be restored")
          boolean removed) {
    return context.connected(cluster -> {
      ClusterMap map = cluster.admin().map();
      if (removed) {
        printRemoved(map);
      } else if (context.json()) {
        context.printJson(map.livePools().stream().map(pool -> PoolView.json(map, pool)).toList());
      } else if (depth == null) {
        map.livePools().forEach(pool -> context.print(pool.name()));
      } else {
        for (PoolInfo pool : map.livePools()) {
          String waits = NextStep.waitsFor(pool, cluster.admin().groups());
          context.print(PoolView.line(map, pool) + (waits.isEmpty() ? "" : ", waits for " + waits));
        }
      }
    });
  }

  private void printRemoved(ClusterMap map) {
    context.print(
        () -> map.removedPools().stream().map(RemovedPools::json).toList(),
        () -> map.removedPools().forEach(pool -> context.print(RemovedPools.line(pool))));
  }

  @Command(
      name = "rm",
      description =
          "remove a pool with all its objects; give its name twice. It can be restored until"
              + " osd.removed_pool_grace has passed")
  int rm(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(arity = "0..1", paramLabel = "NAME", defaultValue = "") String again,
      @Option(
              names = "--now",
              description =
                  "delete the data now, to free its space: of a pool in use, or of all "
                      + "removed pools of that name")
          boolean now,
      @Option(names = "--yes-i-really-really-mean-it", hidden = true) boolean sure) {
    return now
        ? PoolPurge.of(context, name, again)
        : context.change(new Change.DeletePool(name, again));
  }

  @Command(name = "restore", description = "undo the removal of a pool (pool ls --removed)")
  int restore(
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--as", paramLabel = "NEW", description = "its new name")
          @Nullable String newName) {
    return context.change(new Change.RestorePool(name, newName == null ? name : newName));
  }

  @Command(
      name = "set",
      description =
          "change a setting: groups, size, min_size, crush_rule, nodelete, replication,"
              + " compression, fast_read")
  int set(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "KEY") String key,
      @Parameters(paramLabel = "VALUE") String value) {
    return context.change(new Change.SetPool(name, key, value));
  }

  @Command(name = "get", description = "show a setting, or all")
  int get(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "KEY", defaultValue = "all") String key) {
    return context.connected(cluster -> {
      ClusterMap map = cluster.admin().map();
      PoolInfo pool = existing(cluster, name);
      Map<String, ?> settings = PoolView.json(map, pool).map();
      if (!key.equals("all") && !settings.containsKey(key)) {
        String near = Nearest.hint(key, settings.keySet());
        throw UserError.usage(
            "a pool has no setting '%s'%s There are: %s"
                .formatted(key, near, String.join(", ", settings.keySet())));
      }
      if (!key.equals("all")) {
        settings.keySet().retainAll(Set.of(key));
      }
      context.print(
          () -> settings, () -> settings.forEach((k, value) -> context.print(k + ": " + value)));
    });
  }

  @Command(
      name = "set-quota",
      description = "limit what clients store in a pool: bytes or objects; 0 for no limit")
  int setQuota(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "LIMIT", description = "max_bytes or max_objects")
          PoolQuota.Limit limit,
      @Parameters(paramLabel = "N", description = "such as 1000, or 10G of bytes") String value,
      @Option(names = "--yes-i-really-mean-it", description = "even if the pool has more already")
          boolean sure) {
    return context.change(new Change.SetQuota(name, limit, number(limit, value), sure));
  }

  private static long number(PoolQuota.Limit limit, String value) {
    if (limit == PoolQuota.Limit.MAX_BYTES) {
      return ByteSize.parse(value)
          .orElseThrow(
              () -> UserError.usage("max_bytes is a size such as 10G, or 0, not '" + value + "'"));
    }
    if (!value.matches("[0-9]{1,18}")) {
      throw UserError.usage("max_objects is a number, or 0, not '" + value + "'");
    }
    return Long.parseLong(value);
  }

  @Command(name = "get-quota", description = "show the limits of a pool")
  int getQuota(@Parameters(paramLabel = "NAME") String name) {
    return context.connected(cluster -> {
      PoolInfo pool = existing(cluster, name);
      PoolQuota quota = pool.quota();
      context.print(
          () ->
              new Json()
                  .put("pool_name", pool.name())
                  .put("pool_id", pool.id().value())
                  .put("quota_max_objects", quota.maxObjects())
                  .put("quota_max_bytes", quota.maxBytes()),
          () -> {
            context.print("max_objects: " + shown(quota.maxObjects(), quota.maxObjects() + ""));
            context.print(
                "max_bytes: " + shown(quota.maxBytes(), ByteSize.format(quota.maxBytes())));
          });
    });
  }

  private static String shown(long limit, String text) {
    return limit == 0 ? "no limit" : text;
  }

  private static PoolInfo existing(Cluster cluster, String name) {
    return cluster
        .admin()
        .map()
        .poolNamed(name)
        .orElseThrow(() ->
            UserError.failed(
                "pool '" + name + "' does not exist; the pools are " + cluster.pools()));
  }

  @Command(name = "rename", description = "rename a pool")
  int rename(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "NEW") String newName) {
    return context.change(new Change.RenamePool(name, newName));
  }
}
