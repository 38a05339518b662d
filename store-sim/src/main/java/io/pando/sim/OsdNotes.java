package io.pando.sim;

import io.pando.osd.pg.roots.RollbackWatch;
import io.pando.osd.pg.roots.RootWatch;
import java.util.ArrayList;
import java.util.List;

/** What the OSDs of a cluster reported about copies that differ. */
public final class OsdNotes {
  private final List<String> doubts = new ArrayList<>();
  private final List<String> scrubFindings = new ArrayList<>();
  private boolean tampered;

  OsdNotes() {}

  void onNote(String what) {
    if (what.contains(": copies of ") || what.contains(" of its hash tree wrong")) {
      scrubFindings.add(what);
    }
    boolean doubt = what.contains(RootWatch.DIVERGED) || what.contains(RollbackWatch.ROLLED_BACK);
    if (doubt && !tampered) {
      doubts.add(what);
    }
  }

  /** A test changed a store without its daemon: primaries may report that from now on. */
  public void onTampered() {
    tampered = true;
  }

  /** Reports of primaries about replicas that differ silently. */
  public List<String> doubts() {
    return List.copyOf(doubts);
  }

  /** Inconsistencies that scrubs found, in order of time. */
  public List<String> scrubFindings() {
    return List.copyOf(scrubFindings);
  }
}
