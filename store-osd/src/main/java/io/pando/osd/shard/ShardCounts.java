package io.pando.osd.shard;

import io.pando.message.ObjectMessage;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;

/** Counts what a shard does, from the effects of its groups. */
final class ShardCounts {
  private long reads;
  private long writes;
  private long readBytes;
  private long writtenBytes;
  private long recovered;
  private long recoveredBytes;
  private long damaged;

  void countRecovered(long copies, long bytes) {
    recovered += copies;
    recoveredBytes += bytes;
  }

  void countDamaged() {
    damaged++;
  }

  void onWritten(long bytes) {
    writtenBytes += bytes;
  }

  void onReply(ObjectMessage.Reply reply) {
    if (reply instanceof ObjectMessage.OperateReply operated
        && operated.outcome() instanceof OpOutcome.Succeeded succeeded) {
      boolean queried = false;
      for (OpResult result : succeeded.results()) {
        queried |= !(result instanceof OpResult.Done);
        readBytes += bytes(result);
      }
      if (queried) {
        reads++;
      } else {
        writes++;
      }
    } else if (reply instanceof ObjectMessage.ListReply) {
      reads++;
    }
  }

  private static long bytes(OpResult result) {
    return switch (result) {
      case OpResult.Data data -> data.data().size();
      case OpResult.SparseData sparse -> sparse.data().size();
      default -> 0;
    };
  }

  ShardReport.Counters total() {
    return new ShardReport.Counters(
        reads, writes, readBytes, writtenBytes, recovered, recoveredBytes, damaged);
  }
}
