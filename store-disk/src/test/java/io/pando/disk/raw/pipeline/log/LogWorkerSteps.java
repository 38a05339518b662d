package io.pando.disk.raw.pipeline.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.disk.account.Account;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogOwner;
import io.pando.disk.log.OperationLog;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.apply.StoreSteps;
import io.pando.disk.raw.pipeline.apply.StoreWorker;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.disk.serve.BatchLimits;
import io.pando.random.Random64;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A log worker on media that the test observes, with a store behind it. */
abstract class LogWorkerSteps extends StoreSteps {
  final StoreWorker store = worker(new BatchLimits(100, 1 << 20));
  final OperationLog log = openLog();
  final LogWorker writer = writer();
  long tickets;

  private OperationLog openLog() {
    try {
      LogOwner owner = new LogOwner(ground().identity(), 0, 0);
      return OperationLog.open(
          segments, CONFIG.log(), owner, new Random64(7), new Account(), (_, _) -> {});
    } catch (IOException | LogDamagedException e) {
      throw new AssertionError(e);
    }
  }

  private LogWorker writer() {
    try {
      LogWorker made = new LogWorker(CONFIG, log, ground(), store, answers);
      made.onWork(() -> told.add("wake"));
      store.onWork(() -> {}, made::wake, made::breakDown);
      return made;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void close() throws Exception {
    writer.close();
    assertThat(segments.segments()).isNotEmpty();
  }

  LogItem.Origin caller(boolean binding) {
    long ticket = ++tickets;
    return new LogItem.Origin(
        ticket,
        binding,
        0,
        outcome ->
            told.add(
                ticket
                    + switch (outcome) {
                      case CommitOutcome.Committed _ -> " committed";
                      case CommitOutcome.NoSpace(long needed, long free) ->
                          " needs " + needed + " of " + free;
                      case CommitOutcome.Broken(String what) -> " broken: " + what;
                    }));
  }

  private static RawTransaction writes(int bytes) {
    return update(new StoreOp.Write(HERE, OBJECT, 0, Payload.wrap(new byte[bytes])));
  }

  LogItem.PlacedTransaction logged(int bytes, boolean binding, GrantedExtent... unused) {
    return LogItem.PlacedTransaction.of(caller(binding), writes(bytes), List.of(), List.of(unused));
  }

  /** An update whose record has this length. */
  LogItem.PlacedTransaction ofLength(int recordBytes) {
    int beside =
        LogItem.PlacedTransaction.of(caller(false), writes(2000), List.of(), List.of())
            .record()
            .size();
    tickets--;
    LogItem.PlacedTransaction made = logged(2000 + recordBytes - beside, false);
    assertThat(made.record().size()).isEqualTo(recordBytes);
    return made;
  }

  /** An update whose blocks go to their place before the log. */
  LogItem.PlacedTransaction placed(int blocks, boolean binding) {
    List<RawStep.Run> runs = new ArrayList<>();
    List<LogItem.Placement> data = new ArrayList<>();
    for (GrantedExtent room : volume.allot(blocks)) {
      Payload bytes = Payload.wrap(new byte[room.count() * BLOCK_BYTES]);
      runs.add(RawStep.Run.of(room.first(), bytes.blockChecksums()));
      data.add(new LogItem.Placement(room.first(), bytes));
    }
    RawTransaction update = new RawTransaction(List.of(new RawStep.Place(HERE, OBJECT, 0, runs)));
    return LogItem.PlacedTransaction.of(caller(binding), update, data, List.of());
  }

  void add(LogItem... items) {
    for (LogItem item : items) {
      writer.add(item);
    }
  }

  void writerSteps(Worker.Phase... phases) {
    for (Worker.Phase phase : phases) {
      assertThat(writer.phase()).isEqualTo(phase);
      writer.step();
    }
    assertThat(writer.phase()).isEqualTo(Worker.Phase.SERVE);
  }

  /** Makes everything queued durable as one batch. */
  void batch() {
    writerSteps(Worker.Phase.SERVE, Worker.Phase.WRITE, Worker.Phase.FLUSH);
  }

  void storeApplies() {
    while (!store.isIdle()) {
      store.step();
    }
  }

  /** Makes the store apply a batch, of which nothing is durable yet. */
  void storeTakesABatch() {
    do {
      store.step();
    } while (store.phase() != Worker.Phase.SERVE);
  }
}
