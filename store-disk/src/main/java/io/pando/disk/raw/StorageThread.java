package io.pando.disk.raw;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.format.DamagedRecordException;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that a store blocks on. It takes requests in order. Transactions gather in a batch as
 * long as requests are waiting and the batch is not full; then all of them become durable with one
 * flush of the data and one of the metadata. Queries are answered in between, from what is applied.
 *
 * <p>When a promise can no longer be kept the store is broken: transactions end so, queries see
 * what was durable before. A defect of the program, which may have spoilt the state in memory, is
 * thrown on the owner's loop, and again for every later query.
 */
final class StorageThread implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(StorageThread.class);

  /** A question to the volume. */
  interface Query<T> {
    T ask(RawVolume volume) throws IOException, RocksDBException, DamagedRecordException;
  }

  private sealed interface Request {}

  private record Submit(Transaction transaction, long bytes, Consumer<CommitOutcome> done)
      implements Request {}

  private record Ask<T>(Query<T> query, Consumer<T> done) implements Request {
    /** Asks; running the result hands the answer over. */
    Runnable ask(RawVolume volume) throws IOException, RocksDBException, DamagedRecordException {
      T answer = query.ask(volume);
      return () -> done.accept(answer);
    }
  }

  private record Stop() implements Request {}

  private final RawVolume volume;
  private final RawStoreConfig config;
  private final EventLoop owner;
  private final String name;
  private final LinkedBlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final AtomicLong pendingBytes = new AtomicLong();
  private final AtomicInteger pendingOps = new AtomicInteger();
  private final List<Submit> applied = new ArrayList<>();
  private final List<Runnable> answers = new ArrayList<>();
  private long batchBytes;
  private boolean stopping;
  private volatile Usage usage;

  /** A binding transaction was refused, so all are from now on. */
  private boolean exhausted;

  /** Why no more transactions are taken, if that is so. */
  private @Nullable String broken;

  /** Why not even queries are answered: what is in memory cannot be trusted. */
  private @Nullable String defect;

  StorageThread(RawVolume volume, RawStoreConfig config, EventLoop owner, String name) {
    this.volume = volume;
    this.config = config;
    this.owner = owner;
    this.name = name;
    this.usage = volume.usage();
  }

  void submit(Transaction transaction, Consumer<CommitOutcome> done) {
    long bytes = weightBytes(transaction);
    pendingBytes.addAndGet(bytes);
    pendingOps.incrementAndGet();
    requests.add(new Submit(transaction, bytes, done));
  }

  <T> void ask(Query<T> query, Consumer<T> done) {
    requests.add(new Ask<>(query, done));
  }

  void stop() {
    requests.add(new Stop());
  }

  long pendingBytes() {
    return pendingBytes.get();
  }

  int pendingOps() {
    return pendingOps.get();
  }

  Usage usage() {
    return usage;
  }

  @Override
  public void run() {
    while (!stopping) {
      try {
        runBatch();
      } catch (RuntimeException | Error e) {
        breakDown("a defect: " + e.getMessage(), e);
        defect = "a defect in " + name + " came before: " + e.getMessage();
        tellOwner(() -> {
          throw e;
        });
      }
    }
  }

  /** Serves requests until there are none or the batch is full, and commits. */
  private void runBatch() {
    try {
      Request request = await();
      int served = 0;
      while (request != null) {
        serve(request);
        boolean full = ++served >= config.batchOps() || batchBytes >= config.batchBytes();
        request = full || stopping ? null : requests.poll();
      }
      commit();
    } catch (DeviceFullException e) {
      refuse();
    } catch (IOException | RocksDBException | DamagedRecordException e) {
      breakDown(String.valueOf(e.getMessage()), e);
      abandon();
    }
  }

  private @Nullable Request await() {
    try {
      return requests.take();
    } catch (InterruptedException e) {
      LOG.debug("{}: an interrupt is ignored; a stop is a request", name, e);
      return null;
    }
  }

  private void serve(Request request) throws IOException, RocksDBException, DamagedRecordException {
    switch (request) {
      case Stop _ -> stopping = true;
      case Ask<?> ask -> {
        if (defect != null) {
          throw Invariant.unreachable(defect);
        }
        tellOwner(ask.ask(volume));
      }
      case Submit submit -> apply(submit);
    }
  }

  private void apply(Submit submit) throws IOException, RocksDBException, DamagedRecordException {
    if (broken != null) {
      answer(submit, new CommitOutcome.Broken(broken));
      return;
    }
    boolean room = !exhausted && hasRoomFor(submit.transaction());
    applied.add(submit);
    if (room) {
      batchBytes += submit.bytes();
      volume.apply(submit.transaction());
      answers.add(() -> submit.done().accept(new CommitOutcome.Committed()));
    } else {
      exhausted |= submit.transaction().binding();
      CommitOutcome outcome = volume.noSpaceFor(submit.transaction());
      answers.add(() -> submit.done().accept(outcome));
    }
  }

  /** What was removed in this batch can only be used again once that is durable. */
  private boolean hasRoomFor(Transaction transaction) throws IOException, RocksDBException {
    if (!volume.hasRoomFor(transaction) && volume.hasReleased()) {
      commit();
    }
    return volume.hasRoomFor(transaction);
  }

  private void commit() throws IOException, RocksDBException {
    if (applied.isEmpty()) {
      volume.trim();
      return;
    }
    volume.commit();
    usage = volume.usage();
    List<Runnable> due = List.copyOf(answers);
    account();
    tellOwner(() -> due.forEach(Runnable::run));
  }

  /** The device had no room for the batch, although there should have been some. */
  private void refuse() {
    List<Submit> refused = List.copyOf(applied);
    exhausted |= refused.stream().anyMatch(submit -> submit.transaction().binding());
    LOG.warn("{}: no room on the device; {} transactions are refused", name, refused.size());
    account();
    abandon();
    for (Submit submit : refused) {
      CommitOutcome outcome = new CommitOutcome.NoSpace(submit.bytes(), 0);
      tellOwner(() -> submit.done().accept(outcome));
    }
  }

  private void breakDown(String what, Throwable cause) {
    if (broken == null) {
      broken = name + ": " + what;
      LOG.error("{}; the store takes no more transactions", broken, cause);
    }
    List<Submit> lost = List.copyOf(applied);
    CommitOutcome outcome = new CommitOutcome.Broken(broken);
    account();
    for (Submit submit : lost) {
      tellOwner(() -> submit.done().accept(outcome));
    }
  }

  private void abandon() {
    try {
      volume.abandon();
    } catch (RocksDBException | DamagedRecordException e) {
      breakDown(String.valueOf(e.getMessage()), e);
      defect = name + " cannot go back to what is durable: " + e.getMessage();
    }
  }

  private void account() {
    applied.forEach(this::account);
    applied.clear();
    answers.clear();
    batchBytes = 0;
  }

  private void account(Submit submit) {
    pendingBytes.addAndGet(-submit.bytes());
    pendingOps.decrementAndGet();
  }

  private void answer(Submit submit, CommitOutcome outcome) {
    account(submit);
    tellOwner(() -> submit.done().accept(outcome));
  }

  private void tellOwner(Runnable answer) {
    try {
      owner.execute(answer);
    } catch (RejectedExecutionException e) {
      LOG.debug("{}: the owner's loop has ended; an answer is dropped", name, e);
    }
  }

  private static long weightBytes(Transaction transaction) {
    long bytes = 0;
    for (StoreOp op : transaction.ops()) {
      bytes +=
          switch (op) {
            case StoreOp.Write write -> write.data().size();
            case StoreOp.PutMeta put -> weightBytes(put.entries());
            case StoreOp.PutMap put -> weightBytes(put.entries());
            case StoreOp.PutAttributes put -> weightBytes(put.attributes());
            default -> 0;
          };
    }
    return bytes;
  }

  private static long weightBytes(Map<String, Payload> entries) {
    long bytes = 0;
    for (var entry : entries.entrySet()) {
      bytes += entry.getKey().length() + entry.getValue().size();
    }
    return bytes;
  }
}
