package io.pando.client.fs.open;

import io.pando.check.Invariant;
import io.pando.client.fs.FileClient;
import io.pando.client.fs.FileEffect;
import io.pando.client.fs.WriterStates;
import io.pando.client.fs.data.DataEffect;
import io.pando.client.fs.data.DataInput;
import io.pando.client.fs.data.EarlyCalls;
import io.pando.client.fs.data.FileData;
import io.pando.client.fs.session.FileRequests.WritePermit;
import io.pando.client.fs.session.GivenRequest;
import io.pando.fs.DataObjects;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.probe.Probe;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The two machines that the client consists of, with what was asked of them and is not answered,
 * and timers. What they answer is queued: it is handled one after the other, never within a call of
 * a machine.
 */
final class FileParts {
  /** After this time a question is repeated that found too many others. */
  private static final long AGAIN_NANOS = 10_000_000;

  private static final long REMOVE_AGAIN_NANOS = 1_000_000_000;

  private final Consumer<OpenFilesEffect> out;
  private final Random64 random;
  private final FileClient client;
  private final FileData data;
  private final Deque<FileEffect> ofClient = new ArrayDeque<>();
  private final Deque<DataEffect> ofData = new ArrayDeque<>();
  private final EarlyCalls early = new EarlyCalls();
  private final Map<Long, Consumer<FsAnswer>> questions = new TreeMap<>();
  private final Map<Long, Consumer<DataEffect>> requests = new TreeMap<>();

  /** Confirmations that the client waits for. */
  private final Map<Ino, Set<Long>> tokens = new TreeMap<>();

  private final NavigableMap<Long, List<Runnable>> timers = new TreeMap<>();
  private final Set<Long> calls = new TreeSet<>();
  private boolean closed;
  private At now = new At(0, Timestamp.EPOCH);
  private long last;
  private long session;
  private boolean sessionOver;

  /** Calls of objects up to this number are of former sessions. */
  private long formerCalls;

  private long lastCall;

  /**
   * Removals of first objects of files that were not made, by their numbers, which are negative.
   */
  private final Map<Long, DataEffect.Call> removals = new TreeMap<>();

  private final List<Runnable> afterRemovals = new ArrayList<>();
  private long lastRemoval;

  FileParts(
      OpenFilesConfig config,
      long session,
      NameHash hash,
      Random64 random,
      WriterStates states,
      Consumer<OpenFilesEffect> out) {
    this.out = out;
    this.random = random.split();
    this.client = new FileClient(config.client(), session, hash, random, states, this::take);
    this.data = new FileData(config.data());
  }

  FileClient client() {
    return client;
  }

  FileData data() {
    return data;
  }

  Random64 random() {
    return random;
  }

  void now(At input) {
    now = input;
  }

  At now() {
    return now;
  }

  boolean isServing() {
    return client.isServing(now.nanos());
  }

  // Calls of programs

  void begin(long call) {
    Invariant.check(calls.add(call), () -> "call " + call + " has not ended and begins once more");
  }

  void complete(long call, FileOutcome outcome) {
    boolean open = calls.remove(call);
    Invariant.check(open || closed, () -> "call " + call + " ends twice");
    if (open) {
      out.accept(new OpenFilesEffect.Complete(call, outcome));
    }
  }

  /** The client is closed: calls that have not ended fail. */
  void failAll() {
    closed = true;
    List.copyOf(calls).forEach(call -> complete(call, FileOutcome.failed(FsError.EIO)));
  }

  void emit(OpenFilesEffect effect) {
    out.accept(effect);
  }

  // Questions to the client

  /** Executes a request for a program: the answer may be that there are too many others. */
  void execute(Caller caller, FsRequest request, Consumer<FsAnswer> then) {
    client.execute(now.nanos(), given(question(then), caller, request));
  }

  /** What the client knows of an inode, size and times maybe older; null for nothing. */
  @Nullable FsAnswer answerLite(Caller caller, FsRequest.Query query) {
    return client.answerLite(now.nanos(), caller, query);
  }

  /** Executes a change, whatever else there is to do. */
  void insist(Caller caller, FsRequest request, Consumer<FsAnswer> then) {
    long number = question(again(then, () -> insist(caller, request, then)));
    client.execute(now.nanos(), given(number, caller, request));
  }

  private GivenRequest given(long number, Caller caller, FsRequest request) {
    return new GivenRequest(number, caller, request, now.time());
  }

  /** The inode of a file, from the cache or from the server. */
  void inode(Ino ino, Consumer<FsAnswer> then) {
    insist(Caller.ROOT, new FsRequest.GetInode(ino), then);
  }

  /** The inode of a file as it is at the server. */
  void inodeAtServer(Ino ino, Consumer<FsAnswer> then) {
    long number = question(again(then, () -> inodeAtServer(ino, then)));
    client.executeAtServer(now.nanos(), given(number, Caller.ROOT, new FsRequest.GetInode(ino)));
  }

  private Consumer<FsAnswer> again(Consumer<FsAnswer> then, Runnable repeat) {
    return answer -> {
      if (answer instanceof FsAnswer.Failed(FsError error) && error == FsError.EAGAIN) {
        later(AGAIN_NANOS, repeat);
      } else {
        then.accept(answer);
      }
    };
  }

  void make(Caller caller, NewName file, Consumer<FsAnswer> then) {
    client.make(now.nanos(), question(then), caller, file, now.time());
  }

  void access(Caller caller, Ino ino, int things, Consumer<FsAnswer> then) {
    client.access(now.nanos(), question(then), caller, ino, things);
  }

  /** Waits until all changes that were answered are durable. */
  void sync(Consumer<FsAnswer> then) {
    client.sync(now.nanos(), question(then));
  }

  /** Waits until the server's journal has the size of a file, which it is told. */
  void syncTold(Ino ino, Consumer<FsAnswer> then) {
    client.syncTold(now.nanos(), question(then), ino);
  }

  /** A program waits until changes are durable. */
  void hurry() {
    client.hurry(now.nanos());
  }

  /** The number of a question that is answered by {@link FileEffect.Complete}. */
  long question(Consumer<FsAnswer> then) {
    long number = nextNumber();
    put(number, then);
    return number;
  }

  /** A number for a question. */
  long nextNumber() {
    last++;
    return last;
  }

  void put(long number, Consumer<FsAnswer> then) {
    questions.put(number, then);
  }

  /** A question has another answer. */
  void drop(long number) {
    questions.remove(number);
  }

  /** The server is told the size and the times of a file. */
  void tell(Ino ino) {
    if (!sessionOver) {
      client.tellState(now.nanos(), ino);
    }
  }

  /** Whether the session is over, and that was not handled yet. */
  boolean isSessionOver() {
    return sessionOver;
  }

  /** The regular file that an answer shows; null if it shows none. */
  static InodeContent.@Nullable File fileOf(FsAnswer answer) {
    return answer instanceof FsAnswer.Found found
            && found.inode().content() instanceof InodeContent.File file
        ? file
        : null;
  }

  // Confirmations

  boolean isAwaited(Ino ino) {
    return tokens.containsKey(ino);
  }

  /** Data is written, or caches are dropped. Tokens of former sessions are ignored. */
  void confirm(Ino ino, long token) {
    Set<Long> awaited = tokens.get(ino);
    if (awaited != null && awaited.remove(token)) {
      if (awaited.isEmpty()) {
        tokens.remove(ino);
      }
      client.onConfirmed(now.nanos(), token);
    }
  }

  private void await(Ino ino, long token) {
    tokens.computeIfAbsent(ino, _ -> new TreeSet<>()).add(token);
  }

  // Requests to the machine for bytes

  void request(LongFunction<DataInput.Request> of, Consumer<DataEffect> then) {
    last++;
    requests.put(last, then);
    step(of.apply(last));
  }

  void step(DataInput input) {
    data.step(now.nanos(), input, ofData::add);
  }

  /** Executes a call of an object. */
  void call(DataEffect.Call call) {
    lastCall = call.call();
    if (early.isUnmade(call.ino())) {
      step(new DataInput.Unanswered(call.call(), FsError.EIO));
      return;
    }
    WritePermit permit = client.writePermit(call.ino());
    if (permit == WritePermit.ALL) {
      send(call);
    } else if (permit == WritePermit.FIRST_OBJECT && DataObjects.isFirst(call.object())) {
      Probe.reached("files: bytes of a new file are written before the file is durable");
      early.sent(call);
      send(call);
    } else {
      Probe.reached("files: bytes of a new file wait until the file is durable");
      early.add(call);
    }
  }

  private void send(DataEffect.Call call) {
    out.accept(new OpenFilesEffect.Call(call.call(), call.pool(), call.object(), call.ops()));
  }

  /** A file exists for good. */
  void onStable(Ino ino) {
    DataEffect.Call _ = early.takeSent(ino);
    early.take(ino).forEach(this::send);
  }

  /** A file does not exist, although programs believe that they made it. */
  void onUnmade(Ino ino) {
    early.unmade(ino);
    for (DataEffect.Call each : early.take(ino)) {
      step(new DataInput.Unanswered(each.call(), FsError.EIO));
    }
    DataEffect.Call sent = early.takeSent(ino);
    if (sent != null) {
      Probe.reached("files: the object of a file that was not made is removed");
      remove(sent);
    }
  }

  // Objects of files that were not made

  private void remove(DataEffect.Call written) {
    lastRemoval--;
    removals.put(lastRemoval, written);
    out.accept(
        new OpenFilesEffect.Call(
            lastRemoval, written.pool(), written.object(), List.of(new ObjectOp.Remove())));
  }

  /**
   * A call of an object has ended. Returns whether it was such a removal; one that failed is
   * repeated.
   *
   * @param outcome null if it is unknown
   */
  boolean onRemoved(long number, @Nullable OpOutcome outcome) {
    DataEffect.Call written = removals.remove(number);
    if (written == null) {
      return false;
    }
    boolean gone =
        outcome instanceof OpOutcome.Succeeded
            || (outcome instanceof OpOutcome.Failed failed
                && (failed.error() == OpError.NOT_FOUND || failed.error() == OpError.NO_POOL));
    if (!gone) {
      removals.put(number, written);
      later(
          REMOVE_AGAIN_NANOS,
          () -> {
            if (removals.remove(number) != null) {
              remove(written);
            }
          });
    }
    runIfRemoved();
    return true;
  }

  /** Runs something once no object is left of files that were not made. */
  void afterRemovals(Runnable then) {
    afterRemovals.add(then);
    runIfRemoved();
  }

  private void runIfRemoved() {
    if (removals.isEmpty()) {
      List<Runnable> all = List.copyOf(afterRemovals);
      afterRemovals.clear();
      all.forEach(Runnable::run);
    }
  }

  /** Whether a call of an object was made in a former session. */
  boolean isFormer(long number) {
    return number <= formerCalls;
  }

  /** Number of the session of the machine for bytes. */
  long session() {
    return session;
  }

  /** All bytes that are not written are lost; all requests fail. */
  void endSession() {
    sessionOver = false;
    session++;
    formerCalls = lastCall;
    early.clear();
    // The server that ends the session removes them.
    removals.clear();
    step(new DataInput.SessionEnded());
    runIfRemoved();
  }

  // Effects

  /** What the client did; null if nothing is left. */
  @Nullable FileEffect nextOfClient() {
    return ofClient.poll();
  }

  /** What the machine for bytes did; null if nothing is left. */
  @Nullable DataEffect nextOfData() {
    return ofData.poll();
  }

  private void take(FileEffect effect) {
    switch (effect) {
      case FileEffect.Flush flush -> await(flush.ino(), flush.token());
      case FileEffect.Invalidate drop -> await(drop.ino(), drop.token());
      case FileEffect.SessionLost _ -> {
        tokens.clear();
        sessionOver = true;
      }
      default -> {}
    }
    ofClient.add(effect);
  }

  void onAnswer(FileEffect.Complete answer) {
    Invariant.present(questions.remove(answer.call()), () -> "an answer without a question")
        .accept(answer.answer());
  }

  void onAnswer(long token, DataEffect effect) {
    Invariant.present(requests.remove(token), () -> "an effect without a request").accept(effect);
  }

  // Timers

  /** Runs something after a time. */
  void later(long nanos, Runnable what) {
    timers.computeIfAbsent(now.nanos() + nanos, _ -> new ArrayList<>()).add(what);
  }

  /** Runs what is due. */
  void runTimers() {
    while (!timers.isEmpty() && timers.firstKey() <= now.nanos()) {
      timers.pollFirstEntry().getValue().forEach(Runnable::run);
    }
  }

  /** When {@link #runTimers} is due; the largest number if nothing is. */
  long timerNanos() {
    return timers.isEmpty() ? Long.MAX_VALUE : timers.firstKey();
  }

  /** Whether no call is open, and nothing was asked that is not answered. */
  boolean isIdle() {
    return calls.isEmpty()
        && questions.isEmpty()
        && requests.isEmpty()
        && tokens.isEmpty()
        && client.isIdle();
  }

  @Override
  public String toString() {
    return "%s; %d calls, %d questions, %d requests, confirmations of %d files"
        .formatted(client, calls.size(), questions.size(), requests.size(), tokens.size());
  }
}
