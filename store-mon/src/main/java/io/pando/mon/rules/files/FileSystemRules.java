package io.pando.mon.rules.files;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.id.PoolId;
import io.pando.mon.state.Ruling;
import io.pando.mon.state.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Rules for file systems: operators make, change and remove them. */
public final class FileSystemRules {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

  private static final int MOST_STANDBYS = 100;

  private FileSystemRules() {}

  /** Makes a file system; to make an equal one again changes nothing. */
  public static Ruling create(ClusterMap map, Change.CreateFileSystem create, Terms terms) {
    List<PoolId> pools = new ArrayList<>();
    for (String name : names(create)) {
      map.poolNamed(name).ifPresent(pool -> pools.add(pool.id()));
    }
    Optional<FileSystem> same = map.files().named(create.name());
    if (pools.size() == names(create).size() && pools.size() > 1 && same.isPresent()) {
      FileSystem.Pools wished = new FileSystem.Pools(pools.getFirst(), tail(pools));
      if (same.get().pools().equals(wished)) {
        return new Ruling.Accepted(List.of(), same.get() + " exists already");
      }
    }
    Optional<String> objection = objection(map, create);
    if (objection.isPresent()) {
      return new Ruling.Refused(objection.get());
    }
    FileMapDraft draft = new FileMapDraft(map, terms);
    FileSystem system =
        new FileSystem(
            new FileSystemId(map.files().lastSystem() + 1),
            create.name(),
            new FileSystem.Pools(pools.getFirst(), tail(pools)),
            FileSystem.Settings.DEFAULT,
            new TreeMap<>(),
            draft.epoch());
    draft.put(system);
    draft.note("made " + system);
    draft.assign();
    return draft.finish();
  }

  private static List<PoolId> tail(List<PoolId> pools) {
    return pools.subList(1, pools.size());
  }

  /** The metadata pool, then the data pools. */
  private static List<String> names(Change.CreateFileSystem create) {
    List<String> names = new ArrayList<>();
    names.add(create.metadataPool());
    names.addAll(create.dataPools());
    return names;
  }

  private static Optional<String> objection(ClusterMap map, Change.CreateFileSystem create) {
    String name = create.name();
    if (!NAME.matcher(name).matches()) {
      return Optional.of(
          ("file system name '%s' must be 1 to 128 letters, digits, '_', '-' or '.', and begin with a"
                  + " letter, digit or '_'")
              .formatted(name));
    }
    if (map.files().named(name).isPresent()) {
      return Optional.of(
          "a file system '%s' exists, with other pools: give another name".formatted(name));
    }
    if (map.files().systems().size() >= FileMap.MOST_SYSTEMS) {
      return Optional.of(
          "there are %d file systems already, no more are possible: remove one (fs rm)"
              .formatted(FileMap.MOST_SYSTEMS));
    }
    int dataPools = create.dataPools().size();
    if (dataPools < 1 || dataPools > FileSystem.MOST_DATA_POOLS) {
      return Optional.of(
          "a file system has 1 to %d data pools, not %d"
              .formatted(FileSystem.MOST_DATA_POOLS, dataPools));
    }
    List<String> names = names(create);
    if (names.stream().distinct().count() != names.size()) {
      return Optional.of("each pool of a file system is named once, for metadata or for data");
    }
    return objectionToMetadata(map, create.metadataPool())
        .or(() -> names.stream().flatMap(pool -> objectionToPool(map, pool).stream()).findFirst());
  }

  private static Optional<String> objectionToMetadata(ClusterMap map, String pool) {
    return map.poolNamed(pool)
        .filter(PoolInfo::isErasureCoded)
        .map(coded ->
            ("pool '%s' is erasure-coded, and metadata need key/value maps: make a replicated pool for"
                    + " them (pool create NAME), and use '%s' for data")
                .formatted(pool, pool));
  }

  private static Optional<String> objectionToPool(ClusterMap map, String name) {
    Optional<PoolInfo> pool = map.poolNamed(name);
    if (pool.isEmpty()) {
      return Optional.of("no pool '%s' exists: create it (pool create NAME)".formatted(name));
    }
    return map.files()
        .using(pool.get().id())
        .map(system ->
            "%s uses pool '%s' already: make another one (pool create)".formatted(system, name));
  }

  /** Changes a setting. */
  public static Ruling set(ClusterMap map, Change.SetFileSystem set, Terms terms) {
    Optional<FileSystem> system = map.files().named(set.name());
    if (system.isEmpty()) {
      return unknown(set.name());
    }
    FileSystem.Settings before = system.get().settings();
    Optional<FileSystem.Settings> after = changed(before, set.key(), set.value());
    if (after.isEmpty()) {
      return new Ruling.Refused(
          ("a file system has no setting '%s' with the value '%s': there are max_ranks (1),"
                  + " standby_replay and joinable (true or false), standbys_wanted (0 to %d)")
              .formatted(set.key(), set.value(), MOST_STANDBYS));
    }
    String note = "%s of %s is %s".formatted(set.key(), system.get(), set.value());
    if (after.get().equals(before)) {
      return new Ruling.Accepted(List.of(), note + " already");
    }
    FileMapDraft draft = new FileMapDraft(map, terms);
    draft.put(system.get().with(after.get()));
    draft.note(note);
    draft.assign();
    return draft.finish();
  }

  /** The settings after a change; empty if there is no such setting or value. */
  private static Optional<FileSystem.Settings> changed(
      FileSystem.Settings now, String key, String value) {
    boolean flag = value.equals("true");
    return switch (key) {
      case "max_ranks" -> value.equals("1") ? Optional.of(now) : Optional.empty();
      case "standby_replay" ->
          isFlag(value)
              ? Optional.of(
                  new FileSystem.Settings(
                      now.maxRanks(), flag, now.standbysWanted(), now.joinable()))
              : Optional.empty();
      case "joinable" ->
          isFlag(value)
              ? Optional.of(
                  new FileSystem.Settings(
                      now.maxRanks(), now.standbyReplay(), now.standbysWanted(), flag))
              : Optional.empty();
      case "standbys_wanted" ->
          value.matches("[0-9]{1,3}") && Integer.parseInt(value) <= MOST_STANDBYS
              ? Optional.of(
                  new FileSystem.Settings(
                      now.maxRanks(), now.standbyReplay(), Integer.parseInt(value), now.joinable()))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static boolean isFlag(String value) {
    return value.equals("true") || value.equals("false");
  }

  private static Ruling unknown(String name) {
    return new Ruling.Refused("file system '%s' does not exist (fs ls shows all)".formatted(name));
  }

  /** Removes a file system, and not its pools. */
  public static Ruling remove(ClusterMap map, Change.RemoveFileSystem remove, Terms terms) {
    String name = remove.name();
    if (!name.equals(remove.confirmation())) {
      return new Ruling.Refused(
          "file system '%s' is not removed: give its name a second time to confirm"
              .formatted(name));
    }
    Optional<FileSystem> system = map.files().named(name);
    if (system.isEmpty()) {
      return new Ruling.Accepted(List.of(), "file system '%s' does not exist".formatted(name));
    }
    List<MdsInfo> holders = holders(map.files(), system.get());
    if (!holders.isEmpty() && !remove.force()) {
      return new Ruling.Refused(
          ("%s is served by %s: let no daemon take its ranks (fs set %s joinable false) and stop that"
                  + " one (mds fail), or remove it by force (--force)")
              .formatted(system.get(), holders.getFirst(), name));
    }
    FileMapDraft draft = new FileMapDraft(map, terms);
    holders.forEach(daemon -> draft.fail(daemon, "its file system was removed"));
    draft.remove(system.get());
    draft.note("removed %s; its pools are left".formatted(system.get()));
    draft.assign();
    return draft.finish();
  }

  private static List<MdsInfo> holders(FileMap files, FileSystem system) {
    List<MdsInfo> holders = new ArrayList<>();
    for (Rank rank : system.ranks().values()) {
      MdsIncarnation holder = rank.holder();
      MdsInfo daemon = holder == null ? null : files.daemons().get(holder);
      if (daemon != null) {
        holders.add(daemon);
      }
    }
    return holders;
  }

  /** Adds a data pool. */
  public static Ruling addPool(ClusterMap map, Change.AddDataPool add, Terms terms) {
    Optional<FileSystem> system = map.files().named(add.name());
    if (system.isEmpty()) {
      return unknown(add.name());
    }
    Optional<PoolId> pool = map.poolNamed(add.pool()).map(PoolInfo::id);
    if (pool.isPresent() && system.get().pools().data().contains(pool.get())) {
      return new Ruling.Accepted(
          List.of(), "%s uses pool '%s' already".formatted(system.get(), add.pool()));
    }
    Optional<String> objection =
        system.get().pools().data().size() >= FileSystem.MOST_DATA_POOLS
            ? Optional.of(
                "%s has %d data pools, no more are possible"
                    .formatted(system.get(), FileSystem.MOST_DATA_POOLS))
            : objectionToPool(map, add.pool());
    if (objection.isPresent() || pool.isEmpty()) {
      return new Ruling.Refused(objection.orElse(""));
    }
    FileMapDraft draft = new FileMapDraft(map, terms);
    draft.put(system.get().with(system.get().pools().with(pool.get())));
    draft.note("%s uses pool '%s' for data".formatted(system.get(), add.pool()));
    return draft.finish();
  }

  /** Removes a data pool that is not the default. */
  public static Ruling removePool(ClusterMap map, Change.RemoveDataPool remove, Terms terms) {
    Optional<FileSystem> system = map.files().named(remove.name());
    if (system.isEmpty()) {
      return unknown(remove.name());
    }
    FileSystem.Pools pools = system.get().pools();
    Optional<PoolId> pool = map.poolNamed(remove.pool()).map(PoolInfo::id);
    if (pool.isEmpty() || !pools.contains(pool.get())) {
      return new Ruling.Accepted(
          List.of(), "%s does not use a pool '%s'".formatted(system.get(), remove.pool()));
    }
    if (pool.get().equals(pools.metadata()) || pool.get().equals(pools.data().getFirst())) {
      return new Ruling.Refused(
          "pool '%s' holds the metadata or is the default data pool of %s, and stays"
              .formatted(remove.pool(), system.get()));
    }
    FileMapDraft draft = new FileMapDraft(map, terms);
    draft.put(system.get().with(pools.without(pool.get())));
    draft.note("%s does not use pool '%s' any more".formatted(system.get(), remove.pool()));
    return draft.finish();
  }
}
