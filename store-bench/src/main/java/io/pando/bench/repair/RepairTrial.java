package io.pando.bench.repair;

import io.pando.bench.trial.Absence;
import io.pando.bench.trial.ProcessTotals;
import io.pando.bench.trial.TrialCluster;
import io.pando.check.Invariant;
import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.UserError;
import io.pando.cli.process.ProcessCluster;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.report.Lookups;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.ReturnReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One cluster with one group that was filled once. In each round one of its replicas is stopped,
 * objects change, and the replica returns. This replica is never the primary.
 */
final class RepairTrial implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final int LOOK_MILLIS = 20;

  private final TrialCluster trial;
  private final Cluster client;
  private final Population population;
  private final Layout layout;
  private String settings;

  /**
   * Contents of the group, and the OSDs' settings.
   *
   * @param leaves leaves of the group's hash tree; 0: chosen by the number of its objects
   * @param osdSettings further lines of the OSDs' configuration
   */
  record Layout(int objects, int sizeBytes, int leaves, String osdSettings) {
    String settings(DiscoveryMethod way) {
      return "osd:\n" + way.settings(leaves) + osdSettings;
    }
  }

  /**
   * Uses a running cluster, which the caller closes.
   *
   * @param begunAs way whose settings the cluster was started with
   */
  RepairTrial(TrialCluster trial, Layout layout, DiscoveryMethod begunAs) {
    this.trial = trial;
    this.layout = layout;
    this.settings = layout.settings(begunAs);
    this.client = trial.connect();
    this.population =
        new Population(client.pool(TrialCluster.POOL).withTimeout(PATIENCE), layout.sizeBytes());
  }

  void fill() throws InterruptedException {
    client.admin().change(new Change.SetFlag(ClusterFlag.NOOUT, true));
    population.add(layout.objects());
    awaitClean();
  }

  /**
   * Lets a replica be absent and return.
   *
   * @param outage kind of absence, and whether all OSDs are restarted before
   */
  Outcome round(DiscoveryMethod way, ChangeShare share, Outcome.Outage outage)
      throws IOException, InterruptedException {
    if (outage.cold() || !settings.equals(layout.settings(way))) {
      settings = layout.settings(way);
      startAnew();
    }
    GroupStats group = client.admin().groups().getFirst();
    OsdId victim = group.acting().osds().getLast();
    int objects = population.size();
    Lookups before =
        outage.absence() == Absence.KILLED
            ? Lookups.NONE
            : client.admin().performance(victim).store().lookups();
    outage.absence().begin(trial.processes(), victim.toString());
    client.admin().change(new Change.MarkDown(List.of(victim)));
    int different = population.change(share);
    Outcome.Round round =
        new Outcome.Round(
            new Outcome.Conditions(
                objects, layout.sizeBytes(), layout.leaves(), way, share, outage),
            different);
    return measure(round, group.group(), victim, before);
  }

  private void startAnew() throws IOException, InterruptedException {
    trial.configure(settings);
    ProcessCluster processes = trial.processes();
    for (OsdId osd : osds()) {
      processes.stop(osd.toString());
    }
    for (OsdId osd : osds()) {
      processes.startAgain(osd.toString());
    }
    awaitClean();
  }

  private List<OsdId> osds() {
    return trial.config().osds().stream().map(entry -> new OsdId(entry.id())).toList();
  }

  private Outcome measure(Outcome.Round round, PgId group, OsdId victim, Lookups victimBefore)
      throws IOException, InterruptedException {
    Lookups before = lookups(victim);
    round.conditions().outage().absence().end(trial.processes(), victim.toString());
    long epoch = client.admin().awaitMap(map -> map.isUp(victim), PATIENCE).epoch();
    long upNanos = System.nanoTime();
    ProcessTotals used = ProcessTotals.of(processes());
    awaitBack(epoch, victim);
    double cleanMillis = (System.nanoTime() - upNanos) / 1e6;
    ProcessTotals use = ProcessTotals.of(processes()).since(used);
    ReturnReport back =
        Invariant.present(
            client.admin().queryGroup(group).replicas().returns().get(MemberId.of(victim)),
            () -> victim + " is not back");
    Lookups survivors = lookups(victim).since(before);
    Lookups victims = client.admin().performance(victim).store().lookups().since(victimBefore);
    // Group map entries that the victim read since its restart belong to its start, not its return.
    return new Outcome(
        round,
        new Outcome.Back(
            back.way(),
            new Outcome.Times(
                cleanMillis,
                back.times().discoveryNanos() / 1e6,
                back.times().knownNanos() / 1e6,
                back.times().wholeNanos() / 1e6),
            new Outcome.Comparison(
                back.cost().rounds(),
                back.cost().bytes(),
                back.cost().digests(),
                back.cost().listed()),
            new Outcome.Copies(
                back.lacking(), back.copies().copied(), back.copies().copiedBytes())),
        new Outcome.Cost(
            new Outcome.StoreReads(
                survivors.listed() + victims.listed(),
                survivors.keys(),
                survivors.listedBlocks() + survivors.keyBlocks() + victims.listedBlocks(),
                survivors.listedBytes() + survivors.keyBytes() + victims.listedBytes()),
            use.cpuNanos() / 1e6,
            use.readCalls(),
            use.deviceBytes()));
  }

  /** Lookups of all OSDs except one. */
  private Lookups lookups(OsdId without) {
    Lookups sum = Lookups.NONE;
    for (OsdId osd : osds()) {
      if (!osd.equals(without)) {
        sum = sum.plus(client.admin().performance(osd).store().lookups());
      }
    }
    return sum;
  }

  private List<ProcessHandle> processes() {
    List<ProcessHandle> processes = new ArrayList<>();
    osds().forEach(osd -> processes.add(trial.processes().handle(osd.toString())));
    return processes;
  }

  private void awaitBack(long epoch, OsdId victim) throws InterruptedException {
    if (!BoundedWait.until(PATIENCE, LOOK_MILLIS, () -> isBack(epoch, victim))) {
      throw UserError.failed(victim + " did not return within " + PATIENCE.toMinutes() + " min");
    }
  }

  /** By the monitors' statistics: polling the primary would slow it down. */
  private boolean isBack(long epoch, OsdId victim) {
    try {
      GroupStats group = client.admin().groups().getFirst();
      return group.mapping().epoch() >= epoch
          && group.states().contains(GroupState.CLEAN)
          && group.acting().contains(victim);
    } catch (PandoException notNow) {
      // The monitors may be busy; retried until the time is over.
      return false;
    }
  }

  private void awaitClean() throws InterruptedException {
    if (!trial.awaitClean(client, PATIENCE)) {
      throw UserError.failed("the group is not clean: " + client.admin().status().groups());
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
