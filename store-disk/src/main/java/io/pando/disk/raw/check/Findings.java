package io.pando.disk.raw.check;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Reports findings: at once if the object's name is known, otherwise when it becomes known. */
final class Findings {
  private final CheckListener listener;
  private final TreeMap<Long, List<Finding>> waiting = new TreeMap<>();
  private long told;

  Findings(CheckListener listener) {
    this.listener = listener;
  }

  /** Number of findings reported. */
  long told() {
    return told;
  }

  void tell(StoreFault fault) {
    told++;
    listener.onFault(fault);
  }

  void add(Subject subject, Finding finding) {
    switch (subject) {
      case Subject.Named named -> tell(named, finding);
      case Subject.Numbered numbered ->
          waiting.computeIfAbsent(numbered.number(), _ -> new ArrayList<>()).add(finding);
    }
  }

  private void tell(Subject.Named named, Finding finding) {
    List<Remedy> remedies = new ArrayList<>(finding.remedies());
    if (finding.mark()) {
      remedies.add(new Remedy.MarkObject(named.key(), finding.what()));
    }
    tell(
        new StoreFault(
            finding.kind(), named.collection(), named.object(), finding.what(), remedies));
  }

  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Reports the findings of the object with this number. */
  void onName(long number, Subject.Named named) {
    for (Finding finding : waiting.getOrDefault(number, List.of())) {
      tell(named, finding);
    }
  }
}
