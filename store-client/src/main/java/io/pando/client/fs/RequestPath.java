package io.pando.client.fs;

import io.pando.client.fs.cache.Arrival;
import io.pando.client.fs.cache.FileCache;
import io.pando.client.fs.cache.Flight;
import io.pando.client.fs.caps.ClientCapabilities;
import io.pando.client.fs.caps.ClientCapabilityEffect;
import io.pando.client.fs.session.FileRequests;
import io.pando.client.fs.session.GivenRequest;
import io.pando.client.fs.session.MdsSession;
import io.pando.client.fs.session.PendingRequest;
import io.pando.fs.Ino;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;
import io.pando.fs.session.InoRange;
import io.pando.message.FileMessage;
import io.pando.probe.Probe;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a request is answered: from the cache; ahead of the server, if it is a change with one
 * outcome ({@link AheadChanges}); otherwise by the server. Every call ends by one {@link
 * FileEffect.Complete}.
 */
final class RequestPath {
  /** The parts of the client that requests concern. */
  record Parts(
      MdsSession session,
      FileRequests requests,
      ClientCapabilities capabilities,
      FileCache cache) {}

  private final int mostQueued;
  private final MdsSession session;
  private final FileRequests requests;
  private final ClientCapabilities capabilities;
  private final FileCache cache;
  private final AheadChanges ahead;
  private final WriterStates states;
  private final Consumer<FileEffect> out;

  /** Requests without an answer, by number, as the cache sees them. */
  private final Map<Long, Flight> flights = new LinkedHashMap<>();

  private final AccessQuestions accesses = new AccessQuestions();
  private final NewFiles makes = new NewFiles();
  private final ToldStates told = new ToldStates();

  /**
   * No requests.
   *
   * @param mostQueued most requests that wait; further ones fail with {@link FsError#EAGAIN}
   * @param states sizes and times of files that the client writes
   */
  RequestPath(
      int mostQueued,
      Parts parts,
      AheadChanges ahead,
      WriterStates states,
      Consumer<FileEffect> out) {
    this.mostQueued = mostQueued;
    this.session = parts.session();
    this.requests = parts.requests();
    this.capabilities = parts.capabilities();
    this.cache = parts.cache();
    this.ahead = ahead;
    this.states = states;
    this.out = out;
  }

  // Calls

  /** See {@link FileClient#execute}. */
  void execute(long nowNanos, GivenRequest given) {
    FsRequest request = given.request();
    FsAnswer known = session.isServing(nowNanos) ? cache.answer(given.caller(), request) : null;
    if (known != null) {
      complete(given.call(), known);
    } else if (!(request instanceof FsRequest.Change change
        && answerAhead(nowNanos, given, change))) {
      submit(given);
    }
  }

  /** See {@link FileClient#answerLite}. */
  @Nullable FsAnswer answerLite(long nowNanos, Caller caller, FsRequest.Query query) {
    FsAnswer known = session.isServing(nowNanos) ? cache.answerLite(caller, query) : null;
    return known == null ? null : Overlay.of(known, states);
  }

  /** See {@link FileClient#access}. */
  void access(long nowNanos, long call, Caller caller, Ino ino, int things) {
    Inode inode = session.isServing(nowNanos) ? cache.forAccess(ino) : null;
    if (inode != null) {
      complete(call, AccessQuestions.answer(caller, inode, things));
    } else {
      accesses.add(call, caller, things);
      submit(GivenRequest.ofQuery(call, caller, new FsRequest.GetInode(ino)));
    }
  }

  /** See {@link FileClient#make}: the file is made by the next {@link #sendMakes}. */
  void make(long call, Caller caller, NewName file, Timestamp time) {
    if (makes.size() + ahead.waiting() < mostQueued) {
      makes.add(call, caller, file, time);
    } else {
      complete(call, new FsAnswer.Failed(FsError.EAGAIN));
    }
  }

  /** Makes the files that wait, as far as there are numbers for them and room for requests. */
  void sendMakes(long nowNanos) {
    while (session.isConnected() && requests.hasRoom()) {
      GivenRequest next = makes.next();
      if (next == null) {
        return;
      }
      if (!(next.request() instanceof FsRequest.Make make && answerAhead(nowNanos, next, make))) {
        submit(next);
      }
    }
  }

  /** Answers a change before the server does, if the outcome is certain. */
  private boolean answerAhead(long nowNanos, GivenRequest given, FsRequest.Change change) {
    boolean possible =
        session.isServing(nowNanos)
            && session.takesRequests()
            && requests.sendsAtOnce()
            && ahead.admits(change);
    FsAnswer answer = possible ? cache.ahead(given.caller(), change, given.time()) : null;
    if (answer == null) {
      return false;
    }
    Probe.reached("files: a change is answered ahead of the server");
    PendingRequest pending = requests.submitAhead(AheadChanges.certain(given, answer));
    ahead.begin(pending);
    flights.put(pending.number(), cache.beginAhead(pending, answer));
    requests.send();
    complete(given.call(), answer);
    return true;
  }

  /** Executes a request at the server. */
  void submit(GivenRequest given) {
    if (!requests.hasRoom() || ahead.waiting() >= mostQueued) {
      deliver(given.call(), new FsAnswer.Failed(FsError.EAGAIN));
      return;
    }
    if (ahead.isPending()) {
      ahead.await(makes.putOff(given, () -> submit(given)));
      return;
    }
    if (given.request() instanceof FsRequest.SetAttributes set) {
      Long size = set.change().size();
      if (size != null) {
        capabilities.onResize(set.ino(), size);
      }
    }
    PendingRequest pending = requests.submit(given);
    ahead.beginOther(pending);
    flights.put(pending.number(), cache.begin(given.request(), given.time()));
  }

  /** Ends a call with an answer of the server. */
  private void deliver(long call, FsAnswer answer) {
    complete(call, accesses.answer(call, answer));
  }

  /** Ends a call. */
  void complete(long call, FsAnswer answer) {
    out.accept(new FileEffect.Complete(call, Overlay.of(answer, states)));
  }

  // Inputs

  /** The server has given the session numbers for new files. */
  void addNumbers(List<InoRange> numbers) {
    makes.numbers().add(numbers);
  }

  /** The server has answered a request. */
  void onAnswer(long nowNanos, FileMessage.FileAnswer message) {
    PendingRequest pending = requests.onAnswer(message);
    Flight flight = pending == null ? null : flights.remove(pending.number());
    Arrival arrival =
        flight == null ? null : cache.end(flight, message.answer(), message.directory());
    for (CapabilityGrant grant : message.grants()) {
      capabilities.onGrant(nowNanos, grant, true);
    }
    if (arrival != null) {
      cache.put(arrival);
    }
    if (pending != null && pending.isAhead()) {
      ahead.end(pending, message.answer());
    } else if (pending != null) {
      onOtherAnswer(pending, message.answer());
    }
    told.purge(requests.answeredUpTo());
  }

  private void onOtherAnswer(PendingRequest pending, FsAnswer answer) {
    ahead.endOther(pending);
    boolean failed = answer instanceof FsAnswer.Failed;
    if (failed && pending.request() instanceof FsRequest.Make make) {
      makes.numbers().giveBack(make.ino());
    }
    if (requests.hasRoom() && told.repeats(pending, answer)) {
      submit(pending.given());
    } else {
      deliver(pending.call(), told.shown(states, pending.number(), answer));
    }
  }

  /** A request is lost with its session: it may have been executed. */
  void onLost(PendingRequest request) {
    Flight flight = flights.remove(request.number());
    if (flight != null) {
      cache.abandon(flight);
    }
    if (request.isAhead()) {
      ahead.end(request, new FsAnswer.Failed(FsError.EIO));
    } else {
      ahead.endOther(request);
      deliver(request.call(), new FsAnswer.Failed(FsError.EIO));
    }
  }

  /** The session is over. */
  void onSessionOver() {
    makes.forgetNumbers();
    told.clear();
  }

  /** The server is told the size and the times of a file. */
  void onTold(Ino ino, FileState state) {
    cache.onTold(ino, state);
    told.add(ino, state, requests.lastSent(), capabilities.usable(ino));
  }

  /** Other capabilities of an inode may be used. */
  void onChanged(ClientCapabilityEffect.Changed changed) {
    told.onChanged(changed.ino(), changed.usable());
    if (!changed.before().equals(changed.usable())) {
      cache.onChanged(changed.ino(), changed.before(), changed.usable());
    }
  }

  /** Whether no file waits to be made. */
  boolean isIdle() {
    return makes.isEmpty();
  }

  @Override
  public String toString() {
    return "files that wait for numbers " + makes.size();
  }
}
