package io.pando.disk.raw.pipeline.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.apply.StoreItem;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Items from the owner's loop, in the order in which it submitted them. */
public sealed interface LogItem {
  /**
   * Origin of a transaction.
   *
   * @param ticket number of the transaction, from 1
   * @param submittedNanos time of submission
   * @param done receives the outcome
   */
  record Origin(long ticket, boolean binding, long submittedNanos, Consumer<CommitOutcome> done) {}

  /** Whether all later transactions are refused after this outcome of a transaction. */
  static boolean endsAll(CommitOutcome outcome, boolean binding) {
    return switch (outcome) {
      case CommitOutcome.Committed _ -> false;
      case CommitOutcome.NoSpace _ -> binding;
      case CommitOutcome.Broken _ -> true;
    };
  }

  /** A transaction that may still be refused. */
  sealed interface Transacted {
    /** Origin of the transaction. */
    Origin caller();

    /** All places on the device that were promised to the transaction. */
    List<GrantedExtent> allotments();

    /** Whether all later transactions are refused if this one is. */
    default boolean binding() {
      return caller().binding();
    }
  }

  /** Whole blocks of data and the first block of their place. */
  record Placement(long place, Payload bytes) {}

  /**
   * A transaction with a place for all of its data.
   *
   * @param record record for the log
   * @param data data that are written to their place before the record
   * @param unused places promised to it and not needed
   * @param weightBytes approximate heap that it keeps until it is applied
   */
  record PlacedTransaction(
      Origin caller,
      RawTransaction update,
      Payload record,
      List<Placement> data,
      List<GrantedExtent> unused,
      long weightBytes)
      implements LogItem, Transacted {
    /** An update with its encoded record. */
    public static PlacedTransaction of(
        Origin caller, RawTransaction update, List<Placement> data, List<GrantedExtent> unused) {
      Payload record = RawRecords.UPDATE.encode(update);
      return new PlacedTransaction(caller, update, record, data, unused, weight(update));
    }

    /** Approximate heap that an update keeps until it is applied, mainly its bytes. */
    private static long weight(RawTransaction update) {
      long bytes = 0;
      for (RawStep step : update.steps()) {
        bytes += 100;
        if (step instanceof RawStep.Take(StoreOp.Write write)) {
          bytes += write.data().size();
        }
      }
      return bytes;
    }

    /** Size of the data that are written to their place. */
    public long dataBytes() {
      return data.stream().mapToLong(part -> part.bytes().size()).sum();
    }

    @Override
    public List<GrantedExtent> allotments() {
      List<GrantedExtent> all = new ArrayList<>(unused);
      for (Placement part : data) {
        all.add(new GrantedExtent(part.place(), part.bytes().size() / BLOCK_BYTES));
      }
      return all;
    }
  }

  /** A transaction with a place for all of its data, some of which are to be compressed first. */
  record UncompressedTransaction(Origin caller, List<DraftStep> steps, Compression how)
      implements LogItem, Transacted {
    @Override
    public List<GrantedExtent> allotments() {
      List<GrantedExtent> all = new ArrayList<>();
      for (DraftStep step : steps) {
        if (step instanceof DraftStep.Packable packable) {
          all.addAll(packable.allotments());
        }
      }
      return all;
    }
  }

  /** A refusal for lack of space, reported in the order of the tickets. */
  record Refusal(Origin caller, CommitOutcome.NoSpace outcome) implements LogItem {}

  /** An item for the store, passed on after everything submitted before it. */
  record Forward(StoreItem item) implements LogItem {}

  /** The last item. */
  record Stop() implements LogItem {}
}
