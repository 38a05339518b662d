package io.pando.sim.files.check;

import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Checks that no two programs had the exclusive lock of a file at the same time. */
public final class LocksCheck {
  /** A lock from its answer to the call that gives it back. */
  private record Held(PlayedCall taken, PlayedCall released) {
    boolean overlaps(Held other) {
      return taken.returnedNanos() < other.released.calledNanos()
          && other.taken.returnedNanos() < released.calledNanos();
    }
  }

  private record Key(Ino ino, int client, long owner) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = ino.compareTo(other.ino);
      order = order == 0 ? Integer.compare(client, other.client) : order;
      return order == 0 ? Long.compare(owner, other.owner) : order;
    }
  }

  private LocksCheck() {}

  /** Locks that overlap. A client that lost its session lost its locks too, and is left out. */
  public static List<String> findings(FilesHistory history) {
    SortedMap<Key, PlayedCall> taken = new TreeMap<>();
    SortedMap<Ino, List<Held>> held = new TreeMap<>();
    for (PlayedCall call : history.calls()) {
      boolean done = call.answer() instanceof FsAnswer.Done;
      if (call.op() instanceof FilesOp.Lock it && done) {
        taken.put(new Key(it.ino(), call.client(), it.owner()), call);
      } else if (call.op() instanceof FilesOp.Unlock it) {
        PlayedCall lock = taken.remove(new Key(it.ino(), call.client(), it.owner()));
        if (lock != null
            && done
            && !history.losesWithin(call.client(), lock.calledNanos(), call.returnedNanos())) {
          held.computeIfAbsent(it.ino(), _ -> new ArrayList<>()).add(new Held(lock, call));
        }
      }
    }
    List<String> findings = new ArrayList<>();
    for (List<Held> all : held.values()) {
      for (int i = 0; i < all.size(); i++) {
        for (int j = i + 1; j < all.size(); j++) {
          if (all.get(i).overlaps(all.get(j))) {
            findings.add(
                "locked twice:\n  %s\n  %s".formatted(all.get(i).taken(), all.get(j).taken()));
          }
        }
      }
    }
    return findings;
  }
}
