package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.raw.volume.Allotment;
import io.pando.format.RawStep;
import io.pando.format.RawUpdate;
import io.pando.format.StoreRecords;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What comes from the owner's loop, in the order in which it was wanted there. */
sealed interface LogItem {
  /**
   * Whose a transaction is.
   *
   * @param ticket counts transactions, from 1
   * @param submittedNanos when it was submitted
   * @param done told what became of it
   */
  record Caller(long ticket, boolean binding, long submittedNanos, Consumer<CommitOutcome> done) {}

  /** A transaction that may yet be refused. */
  sealed interface Transacted {
    /** Whose it is. */
    Caller caller();

    /** All places on the device that were promised to it. */
    List<Allotment> room();

    /** Whether all that follow are refused once it is. */
    default boolean binding() {
      return caller().binding();
    }
  }

  /** Bytes on the way to the blocks that they were given: whole ones. */
  record Placement(long place, Payload bytes) {}

  /**
   * A transaction with a place for all of it.
   *
   * @param record of the log
   * @param data that go to their place before
   * @param unused places that were set aside for it, and are not wanted
   * @param weightBytes heap that it keeps until it is applied, roughly
   */
  record Update(
      Caller caller,
      RawUpdate update,
      Payload record,
      List<Placement> data,
      List<Allotment> unused,
      long weightBytes)
      implements LogItem, Transacted {
    /** The update with its record. */
    static Update of(
        Caller caller, RawUpdate update, List<Placement> data, List<Allotment> unused) {
      Payload record = StoreRecords.RAW_UPDATE.encode(update);
      return new Update(caller, update, record, data, unused, weight(update));
    }

    /** Heap that an update keeps until it is applied, roughly: above all its bytes. */
    private static long weight(RawUpdate update) {
      long bytes = 0;
      for (RawStep step : update.steps()) {
        bytes += 100;
        if (step instanceof RawStep.Take(StoreOp.Write write)) {
          bytes += write.data().size();
        }
      }
      return bytes;
    }

    @Override
    public List<Allotment> room() {
      List<Allotment> all = new ArrayList<>(unused);
      for (Placement part : data) {
        all.add(new Allotment(part.place(), part.bytes().size() / BLOCK_BYTES));
      }
      return all;
    }
  }

  /** A transaction with a place for all of it, some of whose data are to be packed first. */
  record Draft(Caller caller, List<DraftStep> steps, Compression how)
      implements LogItem, Transacted {
    @Override
    public List<Allotment> room() {
      List<Allotment> all = new ArrayList<>();
      for (DraftStep step : steps) {
        if (step instanceof DraftStep.Packable packable) {
          all.addAll(packable.room());
        }
      }
      return all;
    }
  }

  /** A transaction that there is no room for; told in its turn. */
  record Refusal(Caller caller, CommitOutcome.NoSpace outcome) implements LogItem {}

  /** Something for the store, once what came before is on its way there. */
  record Forward(StoreItem item) implements LogItem {}

  /** Nothing comes any more. */
  record Stop() implements LogItem {}
}
