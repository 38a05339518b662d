package io.pando.mon.rules.erasure;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.crush.CrushEditException;
import io.pando.mon.state.Ruling;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Sets and removes profiles. Those from which pools were made stay as they are. */
public final class ProfileRules {
  /** Largest number of profiles. */
  static final int MAX_PROFILES = 1_000;

  /** Also names of CRUSH rules, and never mistaken for {@code 4+2}. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

  private ProfileRules() {}

  /** Sets a profile; to set an equal one again changes nothing. */
  public static Ruling set(ClusterMap map, Change.SetProfile set) {
    String name = set.name();
    ErasureProfile profile = set.profile();
    if (profile.equals(map.profiles().get(name))) {
      return new Ruling.Accepted(List.of(), "profile '" + name + "' has these settings already");
    }
    return objectionToName(name)
        .or(() -> objectionToNumber(map, name))
        .or(profile::refusal)
        .or(() -> objectionToUse(map, name))
        .or(() -> objectionToPlaces(map, set))
        .<Ruling>map(Ruling.Refused::new)
        .orElseGet(() ->
            new Ruling.Accepted(
                List.of(new Incremental.PutProfile(name, profile)), "set profile '" + name + "'"));
  }

  /** Removes a profile; to remove it again changes nothing. */
  public static Ruling remove(ClusterMap map, Change.RemoveProfile remove) {
    String name = remove.name();
    if (!map.profiles().containsKey(name)) {
      return new Ruling.Accepted(
          List.of(), "there is no profile '" + name + "' (profile ls shows all)");
    }
    List<PoolInfo> users = users(map, name);
    return users.isEmpty()
        ? new Ruling.Accepted(
            List.of(new Incremental.RemoveProfile(name)), "profile '" + name + "' removed")
        : new Ruling.Refused(
            ("profile '%s' is in use by %s: remove the pools first (removed ones for good: pool rm"
                    + " NAME NAME --now)")
                .formatted(name, names(users)));
  }

  private static Optional<String> objectionToName(String name) {
    return NAME.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            ("profile name '%s' must be 1 to 128 letters, digits, '_', '-' or '.', and begin with a"
                    + " letter, digit or '_'")
                .formatted(name));
  }

  private static Optional<String> objectionToNumber(ClusterMap map, String name) {
    return map.profiles().size() < MAX_PROFILES || map.profiles().containsKey(name)
        ? Optional.empty()
        : Optional.of(
            "there are %d profiles already, no more are allowed: remove one (profile rm NAME)"
                .formatted(MAX_PROFILES));
  }

  private static Optional<String> objectionToUse(ClusterMap map, String name) {
    List<PoolInfo> users = users(map, name);
    return users.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ("profile '%s' is in use by %s, whose code cannot change: set a profile of another name,"
                    + " make a new pool from it, and copy the objects")
                .formatted(name, names(users)));
  }

  /** A profile may be set before there are enough hosts, but not with types that do not exist. */
  private static Optional<String> objectionToPlaces(ClusterMap map, Change.SetProfile set) {
    try {
      set.profile().rule().in(map.crush(), 0, set.name());
      return Optional.empty();
    } catch (CrushEditException e) {
      return Optional.of(
          "profile '%s' does not fit the CRUSH map: %s".formatted(set.name(), e.problem()));
    }
  }

  private static List<PoolInfo> users(ClusterMap map, String name) {
    return map.pools().values().stream().filter(pool -> name.equals(pool.profile())).toList();
  }

  private static String names(List<PoolInfo> pools) {
    return pools.stream()
        .map(pool -> "pool '" + pool.name() + "'" + (pool.isRemoved() ? " (removed)" : ""))
        .collect(Collectors.joining(", "));
  }
}
