package io.pando.client.fs.data;

import io.pando.fs.Ino;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Calls about objects of files that may not exist after a failure of the metadata server. Those
 * about first objects are sent if a server would find them ({@link
 * io.pando.fs.session.EarlyWrites}), and are removed if the file was not made. The others wait
 * until the file exists for good, so that no object is left of a file that no server knows.
 */
public final class EarlyCalls {
  /** The last call about the first object of each file that was sent. */
  private final Map<Ino, DataEffect.Call> sent = new TreeMap<>();

  private final Map<Ino, List<DataEffect.Call>> waiting = new TreeMap<>();

  /** Files that do not exist. Their numbers are not used again. */
  private final Set<Ino> unmade = new TreeSet<>();

  /** A call waits. */
  public void add(DataEffect.Call call) {
    waiting.computeIfAbsent(call.ino(), _ -> new ArrayList<>()).add(call);
  }

  /** A call about a first object does not wait. */
  public void sent(DataEffect.Call call) {
    sent.put(call.ino(), call);
  }

  /** A call about the first object of a file that was sent; null if there is none. */
  public DataEffect.@Nullable Call takeSent(Ino ino) {
    return sent.remove(ino);
  }

  /** The calls of a file, which do not wait any more. */
  public List<DataEffect.Call> take(Ino ino) {
    @Nullable List<DataEffect.Call> taken = waiting.remove(ino);
    return taken == null ? List.of() : taken;
  }

  /** A file does not exist: all later calls fail. */
  public void unmade(Ino ino) {
    unmade.add(ino);
  }

  /** Whether a file does not exist. */
  public boolean isUnmade(Ino ino) {
    return unmade.contains(ino);
  }

  /** The session is over: no caller waits for the calls. */
  public void clear() {
    waiting.clear();
    sent.clear();
    unmade.clear();
  }
}
