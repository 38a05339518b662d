package io.pando.osd.shard;

import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.step.Effect;
import io.pando.report.OsdPerformance;
import io.pando.report.OsdStats;
import io.pando.report.RepairCounts;
import io.pando.report.ScrubCounts;
import io.pando.store.StoreOp;
import org.jspecify.annotations.Nullable;

/** Counts and times the work of a shard, from the inputs and effects of its groups. */
final class ShardCounts {
  private final StageTimes times = new StageTimes();
  private long reads;
  private long writes;
  private long readBytes;
  private long writtenBytes;
  private long recovered;
  private long recoveredBytes;
  private long damaged;
  private ScrubCounts scrubbed = ScrubCounts.NOTHING;
  private RepairCounts repairs = RepairCounts.NONE;
  private long lists;
  private long failures;
  private long replicaUpdates;
  private long replicaBytes;
  private long divergences;
  private long rollbacks;

  StageTimes times() {
    return times;
  }

  void countRecovered(long copies, long bytes) {
    recovered += copies;
    recoveredBytes += bytes;
  }

  void countDamaged() {
    damaged++;
  }

  void countDiverged() {
    divergences++;
  }

  void countRolledBack() {
    rollbacks++;
  }

  void countScrubbed(long objects, long bytes) {
    scrubbed = scrubbed.plus(new ScrubCounts(objects, bytes, 0, 0));
  }

  void countInconsistent(long found, long repaired) {
    scrubbed = scrubbed.plus(new ScrubCounts(0, 0, found, repaired));
  }

  void countRepair(RepairCounts done) {
    repairs = repairs.plus(done);
  }

  RepairCounts repairs() {
    return repairs;
  }

  void onWritten(long bytes) {
    writtenBytes += bytes;
  }

  /** Counts an update that another OSD sent. */
  void onReplicate(ReplicationMessage.Replicate update) {
    replicaUpdates++;
    for (StoreOp.OnObject op : update.update().ops()) {
      if (op instanceof StoreOp.Write write) {
        replicaBytes += write.data().size();
      }
    }
  }

  /** Times a client's update that is durable on all members. */
  void onCommitted(Effect.CountCommit commit) {
    times.took(StageTimes.Stage.ORDER, commit.orderNanos());
    times.took(StageTimes.Stage.LOCAL, commit.localNanos());
    times.took(StageTimes.Stage.REPLICAS, commit.replicasNanos());
  }

  void onPersisted(long nanos) {
    times.took(StageTimes.Stage.PERSIST, nanos);
  }

  /**
   * Counts and times an answer to a client.
   *
   * @param openNanos time since the request arrived
   */
  void onReply(ObjectMessage.Reply reply, long openNanos) {
    StageTimes.Stage stage = count(reply);
    if (stage != null) {
      times.took(stage, openNanos);
    }
  }

  /** Counts an answer to a client whose request went to another member of the group. */
  void onTold(ObjectMessage.OperateReply reply) {
    count(reply);
  }

  /** Times a request that arrived here and that another member of the group answered. */
  void onSettled(long openNanos) {
    times.took(StageTimes.Stage.WRITE, openNanos);
  }

  /** Counts an answer; returns the stage to time, null if none. */
  private StageTimes.@Nullable Stage count(ObjectMessage.Reply reply) {
    if (reply instanceof ObjectMessage.OperateReply operated
        && operated.outcome() instanceof OpOutcome.Succeeded succeeded) {
      return count(succeeded);
    } else if (reply instanceof ObjectMessage.ListReply) {
      lists++;
    } else if (!(reply instanceof ObjectMessage.QueryReply
        || reply instanceof ObjectMessage.ScrubOrdered)) {
      failures++;
    }
    return null;
  }

  private StageTimes.Stage count(OpOutcome.Succeeded succeeded) {
    boolean queried = false;
    for (OpResult result : succeeded.results()) {
      queried |= !(result instanceof OpResult.Done);
      readBytes += bytes(result);
    }
    if (queried) {
      reads++;
      return StageTimes.Stage.READ;
    }
    writes++;
    return StageTimes.Stage.WRITE;
  }

  private static long bytes(OpResult result) {
    return switch (result) {
      case OpResult.Data data -> data.data().size();
      case OpResult.SparseData sparse -> sparse.data().size();
      default -> 0;
    };
  }

  OsdPerformance.Served served() {
    return new OsdPerformance.Served(
        new OsdPerformance.Clients(reads, writes, lists, failures, readBytes, writtenBytes),
        new OsdPerformance.Replicas(replicaUpdates, replicaBytes),
        new OsdPerformance.Recovery(recovered, recoveredBytes, divergences, rollbacks));
  }

  ShardReport.Counters total() {
    return new ShardReport.Counters(
        new OsdStats.Clients(reads + lists, writes, readBytes, writtenBytes),
        new OsdStats.Repairs(recovered, recoveredBytes, damaged, scrubbed));
  }
}
