package io.pando.cli.command.monitor;

import io.pando.cli.command.UserError;
import io.pando.cli.command.store.StoredMap;
import io.pando.cli.config.ClusterConfig;
import io.pando.cluster.ClusterMap;
import io.pando.disk.StoreException;
import io.pando.id.OsdId;
import io.pando.mon.rescue.Rescue;
import io.pando.mon.state.MonitorState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a rescue starts from, and what it cannot know.
 *
 * @param newest newest state found
 * @param from where its map was found
 * @param hasMonitorState whether a monitor's state was found, and not only maps
 * @param withoutMap OSDs of the newest map whose own maps were not given
 */
record RescueSources(
    MonitorState newest, String from, boolean hasMonitorState, NavigableSet<OsdId> withoutMap) {

  static RescueSources read(
      ClusterConfig config,
      Survivor survivor,
      Optional<MonitorState> own,
      List<Path> osds,
      @Nullable Path backup)
      throws IOException {
    MonitorState state = own.orElse(null);
    String from = survivor.data().toString();
    if (backup != null) {
      MonitorState saved = StateFile.read(backup, config.cluster());
      if (state == null || saved.map().epoch() > state.map().epoch()) {
        state = saved;
        from = backup.toString();
      }
    }
    boolean hasMonitorState = state != null;
    NavigableSet<OsdId> asked = new TreeSet<>();
    for (Path directory : osds) {
      StoredMap stored = stored(directory);
      ClusterMap map = stored.map();
      if (!map.cluster().equals(config.cluster())) {
        throw UserError.failed(
            "%s is of cluster %s, the configuration of %s: name the right directory"
                .formatted(directory, map.cluster(), config.cluster()));
      }
      stored.osd().ifPresent(asked::add);
      if (state == null || map.epoch() > state.map().epoch()) {
        state = state == null ? MonitorState.beginning(map) : Rescue.withMap(state, map);
        from = directory.toString();
      }
    }
    if (state == null) {
      throw UserError.failed(
          "%s holds no cluster map: give the directories of stopped OSDs (--from-osds DIR), or a backup (--from FILE)"
              .formatted(survivor.data()));
    }
    NavigableSet<OsdId> withoutMap = new TreeSet<>(state.map().osds().keySet());
    withoutMap.removeAll(asked);
    return new RescueSources(state, from, hasMonitorState, withoutMap);
  }

  private static StoredMap stored(Path directory) {
    try {
      return StoredMap.read(directory);
    } catch (StoreException e) {
      throw UserError.failed(
          "no cluster map can be read from the OSD in %s: %s".formatted(directory, e.getMessage()));
    }
  }

  /** What the new quorum does not know, in sentences. */
  List<String> unknown() {
    ClusterMap map = newest.map();
    List<String> lines = new ArrayList<>();
    lines.add(
        ("maps after %d (of %s), if there were any: pools, OSDs, settings and flags changed since; a"
                + " pool created since is not in the map, and OSDs that hold it delete it")
            .formatted(map.epoch(), Instant.ofEpochMilli(map.stamp().modifiedMillis())));
    if (!withoutMap.isEmpty()) {
      lines.add(
          "maps of OSDs that were not given: "
              + withoutMap.stream().map(OsdId::toString).collect(Collectors.joining(", ")));
    }
    lines.add(
        "which OSDs were up and which groups they served after map %d: all OSDs are down in the new map and boot again"
            .formatted(map.epoch()));
    lines.add("changes that were requested and not answered: their clients repeat them");
    if (!hasMonitorState) {
      lines.add(
          "outcomes of earlier requests, so one that is repeated now may be carried out twice");
      lines.add(
          "which OSDs flapped, and which an operator marked out: an OSD that boots may be marked in");
    }
    return lines;
  }
}
