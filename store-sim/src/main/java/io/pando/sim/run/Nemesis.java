package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.sim.fence.SessionFences;
import io.pando.sim.plan.Trouble;
import io.pando.sim.workload.ClientSessions;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Begins and ends troubles at random: a few at a time, with quiet phases in which all of them are
 * ended.
 */
final class Nemesis {
  private final Site site;
  private final SimCluster cluster;
  private final Random64 random;
  private final List<Trouble> kinds;
  private final ProcessTroubles processes;
  private final DiskTroubles disks;
  private final LossTroubles losses;
  private final LastCopies lastCopies;
  private final LinkTroubles links;
  private final OperatorTroubles operators;
  private final Impostors impostors;
  private final MissedMerges missedMerges;
  private final UnheardSplits unheardSplits;
  private final UpgradeTroubles upgrades;
  private final WallClockTroubles wallClocks;
  private final Fencing fencing;
  private final SortedMap<Trouble, Integer> made = new TreeMap<>();

  /**
   * Fencing of clients' sessions.
   *
   * @param clients the clients whose sessions may be fenced
   */
  record Fencing(SessionFences fences, List<ClientSessions> clients) {}

  Nemesis(
      Site site,
      WallClockTroubles wallClocks,
      Fencing fencing,
      LostObjects lostObjects,
      LastCopies lastCopies) {
    this.site = site;
    this.cluster = site.cluster();
    this.random = site.random();
    this.kinds = site.plan().events().troubles();
    this.processes = new ProcessTroubles(site);
    this.disks = new DiskTroubles(site);
    this.losses = new LossTroubles(site, lostObjects);
    this.lastCopies = lastCopies;
    this.links = new LinkTroubles(site);
    this.operators = new OperatorTroubles(site);
    this.impostors = new Impostors(site);
    this.missedMerges = new MissedMerges(site);
    this.unheardSplits = new UnheardSplits(site);
    this.upgrades = new UpgradeTroubles(site);
    this.wallClocks = wallClocks;
    this.fencing = fencing;
  }

  /** Number of troubles of each kind. */
  SortedMap<Trouble, Integer> made() {
    return made;
  }

  /**
   * Runs for that time; at the end all troubles are ended, but the cluster has not healed yet.
   *
   * @param whenQuiet runs in quiet phases, some time after all troubles were ended
   */
  void run(long nanos, Runnable whenQuiet) {
    long end = cluster.world().nowNanos() + nanos;
    while (cluster.world().nowNanos() < end) {
      site.putRight();
      if (random.oneIn(16)) {
        quiet(whenQuiet);
      } else if (!kinds.isEmpty() && site.ongoing() < site.plan().events().atATime()) {
        make(kinds.get(random.nextInt(kinds.size())));
      }
      if (wallClocks.isDue()) {
        make(Trouble.WALL_JUMP);
      }
      cluster.world().runFor(random.between(SECOND / 100, site.plan().knobs().longestLullNanos()));
    }
    putAllRight();
    if (made.containsKey(Trouble.REMOVED_POOL) || made.containsKey(Trouble.OTHER_POOL)) {
      site.awaitOrders();
    }
    fencing.fences.await();
  }

  private void putAllRight() {
    site.putAllRight();
    wallClocks.putAllRight();
  }

  private void quiet(Runnable whenQuiet) {
    putAllRight();
    if (random.nextBoolean()) {
      cluster.world().runFor(random.between(0, 2 * SECOND));
    } else {
      whenQuiet.run();
    }
  }

  private void make(Trouble trouble) {
    cluster.world().note("trouble: " + trouble.label());
    made.merge(trouble, 1, Integer::sum);
    switch (trouble) {
      case CRASH -> processes.crashSome(1);
      case CRASH_SOME -> processes.crashSome(1 + random.nextInt(cluster.size()));
      case CRASH_ALL -> processes.crashAll();
      case LAG_AND_CRASH -> processes.lagAndCrash();
      case RELAY -> processes.relay();
      case POWER_LOSS -> processes.powerLoss();
      case PAUSE -> processes.pause();
      case RESET -> links.reset();
      case CUT -> links.cut();
      case PARTITION -> links.partition();
      case ISOLATE -> links.isolate();
      case DEPOSE -> links.depose();
      case SLOW_DISK -> disks.slow();
      case FULL_DISK -> disks.full();
      case FAILED_DISK -> disks.fail();
      case FAILING_READS -> disks.failReads();
      case BIT_FLIPS -> disks.flipBits();
      case LOST_DISK -> disks.lose();
      case SLOW_LINKS -> links.slowLinks();
      case DRIFT -> links.drift();
      case MONITOR_CRASH -> processes.monitorCrash();
      case MONITOR_CUT -> links.monitorCut();
      case MISSED_MAPS -> links.missedMaps();
      case MARK_DOWN -> operators.markDown();
      case OUT -> operators.out();
      case REWEIGHT -> operators.reweight();
      case MOVE -> operators.move();
      case SIZE -> operators.size();
      case REPLICATION -> operators.replication();
      case COMPRESSION -> operators.compression();
      case GROUPS -> operators.groups();
      case REMOVED_POOL -> operators.removePool();
      case IMPOSTOR -> impostors.strike();
      case STOP -> processes.stop();
      case OTHER_POOL -> operators.otherPool();
      case LEFT_DEAD -> processes.leaveDead();
      case NO_ROOM -> disks.exhaust();
      case DARK_AT_SEGMENT -> disks.goDarkAtSegment();
      case RUINED_OBJECT -> losses.ruin();
      case ACCEPTED_LOSS -> {
        if (disks.mayLose()) {
          losses.acceptLoss();
        }
      }
      case LOST_FOR_GOOD -> lastCopies.strike(disks.mayLose());
      case CUT_SHORT -> links.cutShort();
      case HELD_RECOVERY -> operators.holdRecovery();
      case MISSED_MERGES -> missedMerges.strike();
      case FLAPPING -> links.flap();
      case FULL_RATIOS -> operators.lowerFullRatios();
      case UPGRADE -> upgrades.strike();
      case FENCE -> fencing.fences.strike(fencing.clients, random, site::fault);
      case UNHEARD_SPLIT -> unheardSplits.strike();
      case WALL_JUMP -> wallClocks.jump();
    }
  }
}
