package io.pando.bench.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code pando bench recovery --study}. */
final class StudyOptions {
  static final String DEFAULT_CASES = "*";
  static final double DEFAULT_SCALE = 1;

  @Option(
      names = "--study",
      description =
          "run many cases, each on a cluster of its own, and make tables and plots "
              + "(docs/recovery.md)")
  boolean study;

  @Option(
      names = "--cases",
      paramLabel = "PATTERN,…",
      description = "with --study: only the cases with such names; * is any text (default: *)")
  String cases = DEFAULT_CASES;

  @Option(
      names = "--scale",
      paramLabel = "X",
      description =
          "with --study: factor of the number of objects and of the duration of writes; 1 stores "
              + "1 GiB in most cases (default: 1)")
  double scale = DEFAULT_SCALE;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "with --study: directory for results.jsonl, tables and plots; cases whose results are "
              + "there are not run again")
  @Nullable Path out;

  @Option(
      names = "--peer",
      paramLabel = "NAME=COMMAND",
      description =
          "with --study: a shell command that does the cases of the paper too, in turns with Pando; "
              + "it reads the case from standard input; may be repeated")
  List<String> peers = new ArrayList<>();

  @Option(
      names = "--report-only",
      description = "with --study: measure nothing, make tables and plots of the results in --out")
  boolean reportOnly;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description =
          "with --study: a page in which the text between <!-- study:NAME --> and <!-- end --> is "
              + "replaced by the table of that name")
  @Nullable Path page;

  @Option(names = "--list", description = "with --study: print the names of the cases")
  boolean list;

  /** Whether an option was given that is for the study alone. */
  boolean isGivenWithoutStudy() {
    return !study
        && (!cases.equals(DEFAULT_CASES)
            || scale != DEFAULT_SCALE
            || out != null
            || !peers.isEmpty()
            || reportOnly
            || page != null
            || list);
  }
}
