package io.pando.mon.state;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.LostStore;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.fence.Fences;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.release.Releases;
import io.pando.crush.model.Bucket;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Invariants of the monitors' state, checked after every change, in production too.
 *
 * <ol>
 *   <li>The recent incrementals have consecutive epochs and end with the map's epoch.
 *   <li>An OSD that is up has an identity and an address, came up after the epoch in which it last
 *       went down and not after the map's epoch, and has no time since which it is down. An OSD
 *       that is down went down after it last came up.
 *   <li>No OSD is proven up through a future epoch, or went down in one; its reweight is a share.
 *   <li>No two OSDs share an identity, and no OSD has an identity whose data was given up.
 *   <li>Pools in use have different names; all pools have numbers that were given out, a rule that
 *       exists, and a profile that exists if they name one; no pool was made or stepped in a future
 *       epoch, or is full without a quota.
 *   <li>Acting sets are overridden for groups that exist, by different OSDs that exist, at most as
 *       many as the pool has replicas.
 *   <li>Failure reports are by OSDs that exist, about OSDs that are up.
 *   <li>OSDs that are held out exist and are out; OSDs with a flap history exist.
 *   <li>CRUSH chooses among OSDs that exist.
 *   <li>The epochs in which data was given up are not after the map's, in ascending order, each
 *       identity once; losses are accepted for pools that exist, up to an epoch not after the
 *       map's.
 *   <li>The full ratios ascend; OSDs that are nearly full exist.
 *   <li>Only daemons that exist have a release; an OSD that is up runs the required one or a newer
 *       one.
 *   <li>At most {@link Fences#MOST} sessions are fenced; 0 is none of them.
 * </ol>
 *
 * <p>{@link FileInvariants} has those of the file-system map.
 *
 * <p>The invariants between two states are in {@link StepInvariants}.
 */
public final class StateInvariants {
  private StateInvariants() {}

  public static void check(MonitorState state) {
    checkRecent(state);
    checkOsds(state.map());
    checkPools(state);
    checkOverrides(state.map());
    checkFailures(state);
    checkCrush(state.map());
    checkLosses(state.map());
    checkFullness(state.map());
    checkReleases(state.map());
    checkFences(state.map().fences());
    FileInvariants.check(state.map());
  }

  private static void checkReleases(ClusterMap map) {
    Releases releases = map.releases();
    for (OsdInfo osd : map.osds().values()) {
      Invariant.check(
          !osd.up() || releases.of(osd.id().node()) >= releases.required(),
          () -> "up with a release older than " + releases.required() + ": " + osd);
    }
    for (NodeId daemon : releases.running().keySet()) {
      Invariant.check(
          daemon.role() == NodeId.Role.OSD
              ? map.osds().containsKey(daemon.osd())
              : map.monitors().stream().anyMatch(info -> info.node().equals(daemon)),
          () -> "release of an unknown daemon: " + daemon);
    }
  }

  private static void checkFences(Fences fences) {
    Invariant.check(
        fences.bySession().size() <= Fences.MOST && !fences.contains(0),
        () -> fences.bySession().size() + " fences, or one of session 0");
  }

  private static void checkFullness(ClusterMap map) {
    Fullness fullness = map.fullness();
    Invariant.check(
        fullness.ratios().objection().isEmpty()
            && map.osds().keySet().containsAll(fullness.levels().keySet()),
        () -> "wrong ratios, or levels of unknown OSDs: " + fullness);
  }

  private static void checkRecent(MonitorState state) {
    long epoch = state.map().epoch() - state.recent().list().size();
    for (Incremental incremental : state.recent().list()) {
      epoch++;
      long expected = epoch;
      Invariant.check(
          incremental.epoch() == expected,
          () -> "recent incremental " + incremental.epoch() + " stands in place of " + expected);
    }
  }

  private static void checkOsds(ClusterMap map) {
    TreeSet<UUID> identities = new TreeSet<>();
    for (OsdInfo osd : map.osds().values()) {
      Invariant.check(
          osd.up()
              ? osd.address() != null && osd.identity() != null
              : osd.address() == null || osd.downAt() > osd.upFrom(),
          () -> "invalid up or down state: " + osd);
      Invariant.check(
          !osd.up()
              || (osd.upFrom() > osd.downAt()
                  && osd.upFrom() <= map.epoch()
                  && osd.history().downSinceMillis() == 0),
          () -> "up with invalid up_from or down_at: " + osd);
      Invariant.check(
          osd.upThru() <= map.epoch() && osd.downAt() <= map.epoch(),
          () -> "up_thru or down_at beyond the epoch: " + osd);
      Invariant.check(
          osd.equals(map.osds().get(osd.id()))
              && osd.weight().reweight() >= 0
              && osd.weight().reweight() <= OsdInfo.FULL_WEIGHT,
          () -> "wrong number, or reweight not from 0 to 1: " + osd);
      Invariant.check(
          osd.identity() == null || identities.add(osd.identity()),
          () -> "two OSDs with the identity " + osd);
      Invariant.check(
          osd.identity() == null || map.lostStores(osd.identity()).isEmpty(),
          () -> "its data were given up: " + osd);
    }
  }

  private static void checkPools(MonitorState state) {
    TreeSet<String> names = new TreeSet<>();
    for (PoolInfo pool : state.map().pools().values()) {
      Invariant.check(
          pool.isRemoved() || names.add(pool.name()), () -> "two pools with the name " + pool);
      Invariant.check(
          pool.id().value() < state.nextPool(), () -> "number was not given out: " + pool);
      Invariant.check(
          state.map().crush().rule(pool.rule()).isPresent(), () -> "rule does not exist: " + pool);
      String profile = pool.profile();
      Invariant.check(
          profile == null || state.map().profiles().containsKey(profile),
          () -> "its profile does not exist: " + pool);
      long epoch = state.map().epoch();
      Invariant.check(
          pool.createdEpoch() <= epoch && pool.groups().steps().steppedEpoch() <= epoch,
          () -> "made or stepped after epoch " + epoch + ": " + pool);
      Invariant.check(
          !pool.isFull() || pool.quota().isSet(), () -> "full without a quota: " + pool);
    }
  }

  private static void checkOverrides(ClusterMap map) {
    for (PgId group : map.actingOverrides().keySet()) {
      MemberList acting = map.actingOverrides().getOrDefault(group, MemberList.EMPTY);
      PoolInfo pool = map.pools().get(group.pool());
      Invariant.check(
          pool != null
              && group.seed() < pool.groupCount()
              && acting.positions().size() <= pool.size()
              && new TreeSet<>(acting.osds()).size() == acting.count()
              && map.osds().keySet().containsAll(acting.osds()),
          () -> "acting set of " + group + " cannot be " + acting);
    }
  }

  private static void checkFailures(MonitorState state) {
    ClusterMap map = state.map();
    state
        .failures()
        .byFailed()
        .forEach((failed, reports) ->
            Invariant.check(
                map.isUp(failed) && reports.keySet().stream().allMatch(map::isUp),
                () -> "reports of " + failed + " are idle: " + reports.keySet()));
    Invariant.check(
        map.osds().keySet().containsAll(state.marks().flapHistory().keySet()),
        () -> "flap history of unknown OSDs: " + state.marks().flapHistory().keySet());
    for (OsdId osd : state.heldOut()) {
      OsdInfo info = map.osds().get(osd);
      Invariant.check(info != null && !info.in(), () -> osd + " is held out, but is not out");
    }
  }

  private static void checkCrush(ClusterMap map) {
    for (Bucket bucket : map.crush().buckets()) {
      for (Bucket.Item item : bucket.items()) {
        Invariant.check(
            item.id() < 0 || map.osds().containsKey(new OsdId(item.id())),
            () -> "CRUSH bucket " + bucket.name() + " holds osd." + item.id() + ", unknown");
      }
    }
  }

  private static void checkLosses(ClusterMap map) {
    TreeSet<UUID> identities = new TreeSet<>();
    long before = 0;
    for (LostStore store : map.losses().gone()) {
      long earlier = before;
      Invariant.check(
          identities.add(store.identity())
              && store.goneAt() >= earlier
              && store.goneAt() <= map.epoch(),
          () ->
              "given up twice, or not between epochs %s and %s: %s"
                  .formatted(earlier, map.epoch(), store));
      before = store.goneAt();
    }
    map.losses()
        .acceptedLosses()
        .forEach((group, until) ->
            Invariant.check(
                map.pools().containsKey(group.pool()) && until <= map.epoch(),
                () -> "the loss of " + group + " is accepted until epoch " + until));
  }
}
