package io.pando.client.fs;

import io.pando.fs.Ino;
import io.pando.fs.session.FileState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sizes and times that the server was told while requests were under way. It may have answered
 * these before, and a file that this client does not write any more has no other state.
 */
final class ToldStates {
  /**
   * Size and times of a file, as they were told.
   *
   * @param request number of the newest request that was sent before
   */
  private record Told(FileState state, long request) {}

  /** In the order of telling. */
  private final Map<Ino, Told> told = new LinkedHashMap<>();

  void add(Ino ino, FileState state, long lastRequest) {
    told.remove(ino);
    told.put(ino, new Told(state, lastRequest));
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
