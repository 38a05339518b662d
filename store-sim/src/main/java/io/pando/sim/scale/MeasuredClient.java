package io.pando.sim.scale;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.FileState;
import io.pando.fs.session.InoRange;
import io.pando.message.FileMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of a measured rank: it keeps to the rules, and repeats nothing since nothing fails. It
 * keeps what it is granted until the server wants it back.
 */
public final class MeasuredClient {
  private static final CapabilitySet WRITES = CapabilitySet.of(Capability.WRITE, Capability.BUFFER);

  /** A request that is not answered, or a change that is not durable. */
  private static final class Kept {
    private final Consumer<FsAnswer> then;
    private boolean answered;
    private long record;

    Kept(Consumer<FsAnswer> then) {
      this.then = then;
    }
  }

  private final MeasuredRank rank;
  private final long session;
  private final SortedMap<Long, Kept> kept = new TreeMap<>();
  private final Deque<InoRange> numbers = new ArrayDeque<>();
  private final HeldInodes held = new HeldInodes();

  /** Files that are opened, and not granted yet. */
  private final SortedMap<Long, Runnable> opening = new TreeMap<>();

  /** Sizes of the files that are being written. */
  private final SortedMap<Long, Long> written = new TreeMap<>();

  private boolean open;
  private boolean releases = true;
  private long usedOfRange;
  private long last;
  private long sequence;
  private long durable;
  private long renewals;
  private long recalls;

  MeasuredClient(MeasuredRank rank, long session) {
    this.rank = rank;
    this.session = session;
  }

  void open() {
    rank.send(
        session,
        new FileMessage.OpenSession(
            session, MeasuredRank.ID.system(), 0, new ClientIdentity("h", "p", "r")));
  }

  boolean isOpen() {
    return open;
  }

  /** From now on it gives nothing up when it is asked to have less. */
  public void keepEverything() {
    releases = false;
  }

  /** How often it was asked to have less. */
  public long recalls() {
    return recalls;
  }

  /** Of how many inodes it has capabilities. */
  public int held() {
    return held.size();
  }

  void renew() {
    if (open) {
      renewals++;
      rank.send(session, new FileMessage.RenewSession(renewals));
    }
  }

  /** Tells the rank that a program waits until what it changed is durable. */
  public void awaitJournal() {
    rank.send(session, new FileMessage.AwaitJournal());
  }

  /** Whether all that it asked for is answered and durable. */
  public boolean isDurable() {
    return kept.isEmpty();
  }

  /** A number for a new inode. */
  public Ino number() {
    InoRange range = numbers.getFirst();
    Ino ino = new Ino(range.first().value() + usedOfRange);
    usedOfRange++;
    if (usedOfRange == range.count()) {
      numbers.removeFirst();
      usedOfRange = 0;
    }
    return ino;
  }

  /** Whether it knows an inode without asking. */
  public boolean knows(Ino ino) {
    return held.get(ino.value()).contains(Capability.ATTRIBUTES_SHARED);
  }

  /** Sends a request. */
  public void ask(FsRequest request, Consumer<FsAnswer> then) {
    last++;
    kept.put(last, new Kept(then));
    rank.send(
        session,
        new FileMessage.FileRequest(
            last, kept.firstKey(), 0, Caller.ROOT, request, Timestamp.EPOCH));
  }

  /** Opens a file to write it, which it does not do yet. */
  public void write(Ino ino, Runnable then) {
    opening.put(ino.value(), then);
    keep(ino, held.get(ino.value()), WRITES, null);
  }

  /** Closes a file that it wrote. */
  public void close(Ino ino, long size) {
    written.remove(ino.value());
    keep(ino, held.get(ino.value()).minus(WRITES), CapabilitySet.NONE, state(size));
  }

  /** Gives up what it has of an inode. */
  public void drop(Ino ino) {
    keep(ino, CapabilitySet.NONE, CapabilitySet.NONE, null);
  }

  private FileState state(long size) {
    Timestamp now = Timestamp.ofMillis(TimeUnit.NANOSECONDS.toMillis(rank.now()));
    return new FileState(size, 0, now, now);
  }

  private void keep(Ino ino, CapabilitySet has, CapabilitySet wanted, @Nullable FileState state) {
    held.set(ino.value(), has);
    rank.send(session, new FileMessage.UpdateCapabilities(ino, has, wanted, sequence, state));
  }

  /** Handles a message of the server. */
  void receive(FileMessage message) {
    switch (message) {
      case FileMessage.SessionOpened it -> {
        open = true;
        numbers.addAll(it.numbers());
      }
      case FileMessage.MoreNumbers it -> numbers.addAll(it.numbers());
      case FileMessage.FileAnswer it -> onAnswer(it);
      case FileMessage.Durable it -> {
        durable = it.record();
        kept.values().removeIf(each -> each.answered && each.record <= durable);
      }
      case FileMessage.Grant it -> onGrant(it.grant());
      case FileMessage.Revoke it -> {
        sequence = it.sequence();
        onLess(it.ino(), it.keep());
      }
      case FileMessage.AskState it -> {
        sequence = it.sequence();
        onLess(it.ino(), CapabilitySet.ALL);
      }
      case FileMessage.Recall it -> recall(it.inodes());
      case FileMessage.SessionRenewed _ -> {}
      default -> throw new IllegalStateException("not expected: " + message);
    }
  }

  private void onLess(Ino ino, CapabilitySet most) {
    CapabilitySet had = held.get(ino.value());
    Long size = written.get(ino.value());
    boolean wants = size != null || opening.containsKey(ino.value());
    keep(
        ino,
        had.intersection(most),
        wants ? WRITES : CapabilitySet.NONE,
        size == null ? null : state(size));
  }

  private void onAnswer(FileMessage.FileAnswer answer) {
    Kept of = kept.get(answer.number());
    if (of == null) {
      return;
    }
    of.answered = true;
    of.record = answer.record();
    if (of.record <= durable) {
      kept.remove(answer.number());
    }
    answer.grants().forEach(this::onGrant);
    of.then.accept(answer.answer());
  }

  private void onGrant(CapabilityGrant grant) {
    sequence = grant.sequence();
    long ino = grant.ino().value();
    CapabilitySet has = held.get(ino).union(grant.capabilities());
    held.set(ino, has);
    if (has.contains(Capability.WRITE) && grant.writableTo() > 0) {
      Runnable then = opening.remove(ino);
      if (then != null) {
        written.put(ino, 0L);
        then.run();
      }
    }
  }

  private void recall(long most) {
    recalls++;
    if (!releases) {
      return;
    }
    List<Long> used = new ArrayList<>();
    while (held.size() > most && used.size() < held.size()) {
      long ino = held.any();
      if (written.containsKey(ino) || opening.containsKey(ino)) {
        used.add(ino);
      } else {
        drop(new Ino(ino));
      }
    }
  }
}
