package io.pando.cli.command.files;

import io.pando.cli.output.Json;
import io.pando.mds.check.FilesReport;
import io.pando.mds.check.Inconsistency;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Output of a check of a file system. */
record FsCheckView(String name, FsCheckRun.Outcome outcome) {
  boolean isClean() {
    return outcome.problems().isEmpty();
  }

  Json json() {
    FilesReport.Counts counts = outcome.last().counts();
    Json byKind = new Json();
    outcome.byKind().forEach(byKind::put);
    return new Json()
        .put("file_system", name)
        .put("clean", isClean())
        .put("changed_meanwhile", !outcome.last().unchanged())
        .put("checks", outcome.passes())
        .put("directories", counts.directories())
        .put("files", counts.files())
        .put("removed", counts.strays())
        .put("totals_on_their_way", counts.onTheirWay())
        .put("journal_records", counts.journalRecords())
        .put("metadata_objects", counts.metadataObjects())
        .put("data_objects", counts.dataObjects())
        .put("problem_count", outcome.count())
        .put("problems_by_kind", byKind)
        .put("problems", outcome.problems().stream().map(FsCheckView::json).toList());
  }

  private static Json json(Inconsistency problem) {
    return new Json()
        .put("kind", problem.kind())
        .put("subject", problem.subject())
        .put("what", problem.sentence());
  }

  void print(PrintStream out) {
    outcome.problems().forEach(each -> out.println(each.kind() + ": " + each.sentence()));
    if (outcome.count() > outcome.problems().size()) {
      out.println("and " + (outcome.count() - outcome.problems().size()) + " others");
    }
    FilesReport.Counts counts = outcome.last().counts();
    out.println(
        "file system '%s': %d directories, %d files, %d removed and not purged, %d objects: %s"
            .formatted(
                name,
                counts.directories(),
                counts.files(),
                counts.strays(),
                counts.metadataObjects() + counts.dataObjects(),
                isClean() ? "no problems" : problems()));
    if (!outcome.last().unchanged()) {
      out.println(
          isClean()
              ? "It was changed meanwhile; what changed was not checked."
              : "It was changed during %s, so that these may be changes that were seen by halves. To be certain, stop its clients and check again."
                  .formatted(outcome.passes() == 1 ? "the check" : "all checks"));
    }
  }

  private String problems() {
    List<String> kinds = new ArrayList<>();
    outcome.byKind().forEach((kind, count) -> kinds.add(kind + " " + count));
    String what = outcome.count() == 1 ? "1 problem" : outcome.count() + " problems";
    return what + " (" + String.join(", ", kinds) + ")";
  }
}
