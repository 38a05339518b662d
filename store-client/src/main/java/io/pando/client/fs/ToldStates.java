package io.pando.client.fs;

import io.pando.client.fs.session.PendingRequest;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.FileState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sizes and times that the server was told while requests were under way. It may have answered
 * these before, and a file that this client does not write any more has no other state.
 *
 * <p>Once the client has nothing that prevents other clients from truncating the file, it cannot
 * know whether an answer is older than the state, or newer and smaller. A query is executed once
 * more then ({@link #repeats}): the server has heard of the state before. It is not repeated again,
 * since queries of two clients take from each other what they write with, without end.
 */
final class ToldStates {
  /** While a client has one of these, no other client truncates the file. */
  private static final CapabilitySet UNCUT =
      CapabilitySet.of(Capability.READ, Capability.CACHE, Capability.WRITE, Capability.BUFFER);

  /**
   * Size and times of a file, as they were told.
   *
   * @param request number of the newest request that was sent before
   * @param cut whether others may have truncated the file since
   */
  private record Told(FileState state, long request, boolean cut) {}

  /** In the order of telling. */
  private final Map<Ino, Told> told = new LinkedHashMap<>();

  /** Calls whose queries are executed once more. */
  private final SortedSet<Long> repeated = new TreeSet<>();

  /**
   * The server is told a state.
   *
   * @param usable what the client may use of the file from then on
   */
  void add(Ino ino, FileState state, long lastRequest, CapabilitySet usable) {
    told.remove(ino);
    told.put(ino, new Told(state, lastRequest, isCut(usable)));
  }

  /** The client may use more or less of a file than before. */
  void onChanged(Ino ino, CapabilitySet usable) {
    if (isCut(usable)) {
      told.computeIfPresent(ino, (_, it) -> new Told(it.state(), it.request(), true));
    }
  }

  private static boolean isCut(CapabilitySet usable) {
    return usable.intersection(UNCUT).isEmpty();
  }

  /** Whether a query is to be executed once more, since its answer may be older than a state. */
  boolean repeats(PendingRequest query, FsAnswer answer) {
    boolean first = !repeated.remove(query.call()) && query.request() instanceof FsRequest.Query;
    return first && mayBeOlder(answer, query.number()) && repeated.add(query.call());
  }

  private boolean mayBeOlder(FsAnswer answer, long number) {
    return switch (answer) {
      case FsAnswer.Found it -> mayBeOlder(it.inode().ino(), number);
      case FsAnswer.Listing it ->
          it.entries().stream().anyMatch(each -> mayBeOlder(each.inode().ino(), number));
      case FsAnswer.Done _, FsAnswer.Failed _ -> false;
    };
  }

  private boolean mayBeOlder(Ino ino, long number) {
    Told it = told.get(ino);
    return it != null && it.cut() && it.request() >= number;
  }

  /** All requests up to this number are answered. */
  void purge(long answeredUpTo) {
    Iterator<Told> oldestFirst = told.values().iterator();
    while (oldestFirst.hasNext() && oldestFirst.next().request() <= answeredUpTo) {
      oldestFirst.remove();
    }
  }

  void clear() {
    told.clear();
    repeated.clear();
  }

  /** What an answer of the server shows with what this client knows and the server did not. */
  FsAnswer shown(WriterStates states, long number, FsAnswer answer) {
    return Overlay.of(answer, besides(states, number));
  }

  /** What the answer to a request may lack: what a file has now, or had when it was told. */
  WriterStates besides(WriterStates states, long request) {
    return ino -> {
      Told before = told.get(ino);
      FileState now = states.stateOf(ino);
      return before == null || before.request() < request ? now : later(before.state(), now);
    };
  }

  private static FileState later(FileState told, @Nullable FileState now) {
    return now == null
        ? told
        : new FileState(
            Math.max(told.size(), now.size()),
            now.truncations(),
            told.modified().max(now.modified()),
            told.accessed().max(now.accessed()));
  }
}
