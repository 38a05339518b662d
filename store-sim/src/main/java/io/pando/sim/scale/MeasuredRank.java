package io.pando.sim.scale;

import io.pando.cluster.fence.Fences;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.files.RankId;
import io.pando.fs.FileLayout;
import io.pando.fs.NameHash;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.id.PoolId;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.life.MetadataServer;
import io.pando.mds.names.NamesConfig;
import io.pando.mds.rank.RankConfig;
import io.pando.mds.rank.RankEffect;
import io.pando.mds.rank.RankServer;
import io.pando.mds.serve.Moment;
import io.pando.message.FileMessage;
import io.pando.op.OpOutcome;
import io.pando.report.files.RankReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The holder of rank 0 of a file system, with objects and clients, in simulated time. Objects
 * execute a limited number of calls at a time, each of which takes the same time; messages take a
 * fixed time. Two runs with the same clients are the same.
 */
public final class MeasuredRank {
  /** Pool of the files. */
  static final PoolId DATA = new PoolId(2);

  static final FileLayout LAYOUT = FileLayout.usual(DATA);
  static final NameHash HASH = new NameHash(9);
  static final RankId ID = new RankId(new FileSystemId(1), 0);

  private static final long MESSAGE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
  private static final long WAKE_NANOS = TimeUnit.MILLISECONDS.toNanos(800);
  private static final long SHORT_WAKE_NANOS = MetadataServer.SHORT_OF_MEMORY_NANOS;
  private static final int CALLS_AT_A_TIME = 32;
  private static final long RENEWAL_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Something that happens at a time; of two at the same time, that which was planned first. */
  private record Event(long nanos, long number, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
  private final PriorityQueue<Long> freeAt = new PriorityQueue<>();
  private final List<MeasuredClient> clients = new ArrayList<>();
  private final MeasuredObjects objects;
  private final ObjectTally tally = new ObjectTally();
  private final RankServer server;
  private long callNanos = TimeUnit.MILLISECONDS.toNanos(2);
  private long now;
  private long planned;
  private long renewAt;
  private boolean paced;
  private long mostJournalBytes;
  private long journalSamples;
  private long sampledBytes;

  /**
   * Starts a rank that has no journal, over objects that may exist.
   *
   * @param limits of its parts
   * @param journalObjectBytes size of the objects of the journal
   */
  public MeasuredRank(MeasuredObjects objects, RankConfig.Limits limits, int journalObjectBytes) {
    this(objects, limits, journalObjectBytes, false);
  }

  private MeasuredRank(
      MeasuredObjects objects, RankConfig.Limits limits, int journalObjectBytes, boolean begun) {
    this.objects = objects;
    for (int i = 0; i < CALLS_AT_A_TIME; i++) {
      freeAt.add(0L);
    }
    NamesConfig names = new NamesConfig(LAYOUT, List.of(DATA), new Permissions(0777, 0, 0), 0);
    this.server =
        new RankServer(
            new RankConfig(ID, HASH, names, new JournalLayout(0, journalObjectBytes), 0, limits),
            Fences.NONE,
            begun,
            null,
            this::on);
    at(0, this::wake);
    run(server::isLoaded);
  }

  /** Replays the journal that another holder of the rank left; serves once this returns. */
  public static MeasuredRank successor(
      MeasuredObjects objects, RankConfig.Limits limits, int journalObjectBytes) {
    return new MeasuredRank(objects, limits, journalObjectBytes, true);
  }

  /** How long a call of an object takes from now on. */
  public void callNanos(long nanos) {
    callNanos = nanos;
  }

  /** Simulated time since the start. */
  public long now() {
    return now;
  }

  /** What it wrote and read. */
  public ObjectTally tally() {
    return tally;
  }

  /** How long the journal was since the last call, at the times when the rank was woken. */
  public JournalLength takeJournalLength() {
    JournalLength length =
        new JournalLength(mostJournalBytes, sampledBytes / Math.max(1, journalSamples));
    mostJournalBytes = 0;
    sampledBytes = 0;
    journalSamples = 0;
    return length;
  }

  /** Bytes of a journal over some time. */
  public record JournalLength(long mostBytes, long meanBytes) {}

  /** Number of rows in memory. */
  public long rowsInMemory() {
    return server.rowsInMemory();
  }

  /** The rank for operators. */
  public RankReport report() {
    return Objects.requireNonNull(server.report(moment()), "the rank is loaded");
  }

  /** A client that opens a session, which is open when this returns. */
  public MeasuredClient client() {
    MeasuredClient client = new MeasuredClient(this, clients.size() + 1);
    clients.add(client);
    client.open();
    run(client::isOpen);
    return client;
  }

  /** Plans something. */
  void after(long nanos, Runnable action) {
    at(now + nanos, action);
  }

  private void at(long nanos, Runnable action) {
    planned++;
    events.add(new Event(nanos, planned, action));
  }

  private Moment moment() {
    return new Moment(now, Timestamp.ofMillis(TimeUnit.NANOSECONDS.toMillis(now)));
  }

  private void wake() {
    server.onTime(moment());
    pace();
    if (server.isLoaded()) {
      long bytes = server.currentLoad(moment()).journalBytes();
      mostJournalBytes = Math.max(mostJournalBytes, bytes);
      sampledBytes += bytes;
      journalSamples++;
    }
    if (now >= renewAt) {
      renewAt = now + RENEWAL_NANOS;
      clients.forEach(MeasuredClient::renew);
    }
    long pause = server.isShortOfMemory() ? SHORT_WAKE_NANOS : WAKE_NANOS;
    at(now + (server.isWorking() ? 0 : pause), this::wake);
  }

  /** Wakes the server when it has to write records that wait for others. */
  private void pace() {
    if (!paced && server.nextNanos().isPresent()) {
      paced = true;
      at(
          Math.max(now, server.nextNanos().getAsLong()),
          () -> {
            paced = false;
            server.onTime(moment());
            pace();
          });
    }
  }

  /** A client sends a message. */
  void send(long client, FileMessage message) {
    at(
        now + MESSAGE_NANOS,
        () -> {
          server.onMessage(moment(), client, message);
          pace();
        });
  }

  private void on(RankEffect effect) {
    switch (effect) {
      case RankEffect.Call it -> {
        tally.onCall(it.object(), it.operations());
        long begins = Math.max(now, Objects.requireNonNull(freeAt.poll()));
        freeAt.add(begins + callNanos);
        at(begins, () -> execute(it));
      }
      case RankEffect.Send it -> {
        MeasuredClient client = clients.get((int) it.connection() - 1);
        at(now + MESSAGE_NANOS, () -> client.receive(it.message()));
      }
      case RankEffect.Disconnect _, RankEffect.Damaged _, RankEffect.Failed _ ->
          throw new IllegalStateException("the rank is in trouble: " + effect);
      case RankEffect.Answered _, RankEffect.BatchEnded _ -> {}
      case RankEffect.Note it -> throw new IllegalStateException(it.sentence());
    }
  }

  private void execute(RankEffect.Call call) {
    OpOutcome outcome = objects.execute(call.object(), call.operations());
    after(
        callNanos,
        () -> {
          server.onAnswer(moment(), call.token(), outcome);
          pace();
        });
  }

  /** Lets time pass until a condition holds. */
  public void run(BooleanSupplier until) {
    while (!until.getAsBoolean()) {
      Event next = Objects.requireNonNull(events.poll(), "the rank wakes permanently");
      now = next.nanos();
      next.action().run();
    }
  }

  /** Lets time pass. */
  public void run(long nanos) {
    long end = now + nanos;
    at(end, () -> {});
    run(() -> now >= end);
  }
}
