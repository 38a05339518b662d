package io.pando.osd.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.id.PoolId;
import io.pando.message.ReplicationMessage;
import io.pando.metrics.CountMeter;
import io.pando.metrics.DurationMeter;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.FragmentCounts;
import io.pando.report.Durations;
import io.pando.report.OpenOperation;
import io.pando.report.OsdPerformance;
import io.pando.report.OsdStats;
import io.pando.report.RepairCounts;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The meters of one OSD, shared by its shards. Thread-safe. Durations are passed in: this class
 * reads no clock.
 */
public final class OsdMeters {
  private final MeterRegistry registry;
  private final Map<PoolId, PoolMeters> pools = new ConcurrentSkipListMap<>();
  private final DurationMeter order;
  private final DurationMeter local;
  private final DurationMeter replicas;
  private final DurationMeter persist;
  private final CountMeter replicaUpdates;
  private final CountMeter replicaBytes;
  private final CountMeter recovered;
  private final CountMeter recoveredBytes;
  private final CountMeter damaged;
  private final CountMeter slow;
  private final CountMeter divergences;
  private final CountMeter rollbacks;
  private final ScrubMeters scrubs;

  /** Work of clients on pools that are gone. */
  private volatile OsdPerformance.Clients gone = OsdPerformance.Served.NONE.clients();

  private final RepairMeters repairs;
  private final FragmentMeters fragments;

  /** Registers the meters of a daemon. */
  public OsdMeters(MeterRegistry registry) {
    this.registry = registry;
    this.order = stage("order");
    this.local = stage("local");
    this.replicas = stage("replicas");
    this.persist =
        DurationMeter.of(
            registry,
            "pando.osd.persist",
            Tags.empty(),
            "Transactions, from their submission to the store until they are durable");
    this.replicaUpdates =
        count("pando.osd.replica.updates", "Updates that were received from other OSDs");
    this.replicaBytes = bytes("pando.osd.replica", "Data of updates from other OSDs");
    this.recovered = count("pando.osd.recovered.objects", "Copies that recovery sent or fetched");
    this.recoveredBytes = bytes("pando.osd.recovered", "Data that recovery sent or fetched");
    this.damaged =
        count("pando.osd.damaged.objects", "Objects that were found damaged in the OSD's store");
    this.slow =
        count("pando.osd.operation.slow", "Operations that were answered after more than 30 s");
    this.divergences =
        count(
            "pando.osd.divergences",
            "Times that a replica's hash tree was found to differ from the primary's");
    this.rollbacks =
        count(
            "pando.osd.rollbacks",
            "Times that a replica came back without updates that had been durable on it");
    this.scrubs = new ScrubMeters(registry);
    this.repairs = new RepairMeters(registry);
    this.fragments = new FragmentMeters(registry);
  }

  private CountMeter count(String name, String description) {
    return CountMeter.of(registry, name, Tags.empty(), description);
  }

  private CountMeter bytes(String name, String description) {
    return CountMeter.ofBytes(registry, name, Tags.empty(), description);
  }

  private DurationMeter stage(String stage) {
    return DurationMeter.of(
        registry,
        "pando.osd.write.stage",
        Tags.of("stage", stage),
        "Writes of clients: from arrival to the place in the group's order (order), from there"
            + " until durable here (local) and on all members (replicas)");
  }

  /** Registry in which the meters are. */
  public MeterRegistry registry() {
    return registry;
  }

  /** Meters of a pool's clients. */
  public PoolMeters pool(PoolId pool) {
    PoolMeters known = pools.get(pool);
    return known != null ? known : pools.computeIfAbsent(pool, id -> new PoolMeters(registry, id));
  }

  /** Counts copies that recovery sent or fetched. */
  public void countRecovered(long copies, long bytes) {
    recovered.add(copies);
    recoveredBytes.add(bytes);
  }

  /** Counts an operation that was slow and is answered. */
  public void countSlow(OpenOperation operation) {
    slow.add(1);
  }

  /** Counts an object that was found damaged in the store. */
  public void countDamaged() {
    damaged.add(1);
  }

  /** Counts a replica whose hash tree differs. */
  public void countDiverged() {
    divergences.add(1);
  }

  /** Counts a replica that lost durable updates. */
  public void countRolledBack() {
    rollbacks.add(1);
  }

  /** Counts objects that a scrub examined, and the bytes that it read of them. */
  public void countScrubbed(long objects, long bytes) {
    scrubs.examined(objects, bytes);
  }

  /** Counts objects whose copies differ, and those of them that were repaired. */
  public void countInconsistent(long found, long repaired) {
    scrubs.inconsistent(found, repaired);
  }

  /** Adds work to find out how replicas differ. */
  public void countRepair(RepairCounts done) {
    repairs.add(done);
  }

  /** Adds work on fragments of erasure-coded pools. */
  public void countFragments(FragmentCounts done) {
    fragments.add(done);
  }

  /** Counts an update that another OSD sent. */
  public void onReplicate(ReplicationMessage.Replicate update) {
    replicaUpdates.add(1);
    long bytes = 0;
    for (StoreOp.OnObject op : update.update().ops()) {
      if (op instanceof StoreOp.Write write) {
        bytes += write.data().size();
      }
    }
    replicaBytes.add(bytes);
  }

  /** Times a client's update that is durable on all members. */
  public void onCommitted(Effect.CountCommit commit) {
    order.took(commit.orderNanos());
    local.took(commit.localNanos());
    replicas.took(commit.replicasNanos());
  }

  /** Times a transaction that is durable in the store. */
  public void onPersisted(long nanos) {
    persist.took(nanos);
  }

  /** Work for clients and other OSDs. */
  public OsdPerformance.Served served() {
    return new OsdPerformance.Served(
        clients(),
        new OsdPerformance.Replicas(replicaUpdates.total(), replicaBytes.total()),
        new OsdPerformance.Recovery(
            recovered.total(), recoveredBytes.total(), divergences.total(), rollbacks.total()));
  }

  private OsdPerformance.Clients clients() {
    OsdPerformance.Clients sum = gone;
    for (PoolMeters pool : pools.values()) {
      sum = sum.plus(pool.total());
    }
    return sum;
  }

  /**
   * Removes the meters of all other pools; their work still counts in the sums. Called on the
   * daemon's loop alone.
   */
  public void retain(Set<PoolId> live) {
    for (PoolId pool : List.copyOf(pools.keySet())) {
      PoolMeters meters = live.contains(pool) ? null : pools.remove(pool);
      if (meters != null) {
        gone = gone.plus(meters.total());
        meters.remove(registry);
      }
    }
  }

  /** Work as primary to find out how replicas differ. */
  public RepairCounts repairs() {
    return repairs.total();
  }

  /** Work for clients, as it is reported to the monitors. */
  public OsdStats.Clients clientStats() {
    OsdPerformance.Clients sum = clients();
    SortedMap<PoolId, OsdStats.PoolWork> byPool = new TreeMap<>();
    pools.forEach((pool, meters) -> byPool.put(pool, meters.work()));
    return new OsdStats.Clients(
            sum.reads() + sum.lists(), sum.writes(), sum.readBytes(), sum.writtenBytes())
        .withPools(byPool);
  }

  /** Copies made and checked, as they are reported to the monitors. */
  public OsdStats.Repairs repairStats() {
    return new OsdStats.Repairs(
        recovered.total(), recoveredBytes.total(), damaged.total(), scrubs.total());
  }

  /** Adds the durations of each stage of an operation to {@code sums}, by the stage's name. */
  public void addStages(SortedMap<String, Durations> sums) {
    Durations reads = Durations.NONE;
    Durations writes = Durations.NONE;
    for (PoolMeters pool : pools.values()) {
      reads = reads.plus(pool.reads().total());
      writes = writes.plus(pool.writes().total());
    }
    sums.put("read", reads);
    sums.put("write", writes);
    sums.put("write.order", order.total());
    sums.put("write.local", local.total());
    sums.put("write.replicas", replicas.total());
    sums.put("persist", persist.total());
  }
}
