package io.pando.mds.check;

import java.util.List;
import java.util.SortedMap;

/**
 * The result of a check.
 *
 * @param counts of what was read
 * @param problems what is wrong, ordered by kind and subject; of each kind the first {@value
 *     Inconsistencies#MOST_OF_KIND}
 * @param problemsByKind number of all problems of each kind
 * @param unchanged whether nothing was appended to the journal from the beginning to the end. If
 *     not, the file system was changed meanwhile, and problems may be changes that were seen by
 *     halves
 */
public record FilesReport(
    Counts counts,
    List<Inconsistency> problems,
    SortedMap<String, Long> problemsByKind,
    boolean unchanged) {
  /**
   * What was read.
   *
   * @param journalRecords records of the journal
   * @param metadataObjects objects of the metadata pool
   * @param directories directories, with the root and those without a name
   * @param files inodes that are not directories
   * @param strays inodes without a name, which are open or wait for their removal
   * @param onTheirWay directories whose totals move upwards later, as the journal says
   * @param dataObjects objects of the data pools
   */
  public record Counts(
      long journalRecords,
      long metadataObjects,
      long directories,
      long files,
      long strays,
      long onTheirWay,
      long dataObjects) {}

  public FilesReport {
    problems = List.copyOf(problems);
  }

  /** Number of problems, also of those that are not listed. */
  public long total() {
    return problemsByKind.values().stream().mapToLong(Long::longValue).sum();
  }
}
