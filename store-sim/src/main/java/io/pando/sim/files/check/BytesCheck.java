package io.pando.sim.files.check;

import io.pando.fs.Ino;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.FsAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks the bytes of files: for each cell, and for the size of each file, one order of all calls
 * explains the answers.
 */
public final class BytesCheck {
  private static final int MOST_FINDINGS = 3;

  private final FilesHistory history;
  private final int largestPiece;
  private final List<String> findings = new ArrayList<>();

  private BytesCheck(FilesHistory history, int largestPiece) {
    this.history = history;
    this.largestPiece = largestPiece;
  }

  /**
   * What is wrong, by file.
   *
   * @param pieceCells cells that are written at once if a write is lost in part
   */
  public static List<String> findings(FilesHistory history, int pieceCells) {
    BytesCheck check = new BytesCheck(history, pieceCells);
    SortedMap<Ino, List<PlayedCall>> byFile = new TreeMap<>();
    for (PlayedCall each : history.calls()) {
      if (each.op() instanceof FilesOp.OfFile it) {
        byFile.computeIfAbsent(it.ino(), _ -> new ArrayList<>()).add(each);
      }
    }
    byFile.values().forEach(check::judge);
    return check.findings.stream().limit(MOST_FINDINGS).toList();
  }

  private void judge(List<PlayedCall> calls) {
    List<PlayedCall> changes = calls.stream().filter(BytesCheck::isChange).toList();
    List<PlayedCall> queries =
        calls.stream()
            .filter(it -> !isChange(it) && it.isEnded() && !it.hasFailed())
            .filter(it -> !history.isDoubtful(it, changes))
            .toList();
    judgeSize(changes, queries);
    SortedSet<Integer> cells = new TreeSet<>();
    for (PlayedCall each : queries) {
      if (each.op() instanceof FilesOp.Read it) {
        for (int i = 0; i < it.count(); i++) {
          cells.add(it.cell() + i);
        }
      }
    }
    cells.forEach(cell -> judgeCell(cell, changes, queries));
  }

  private static boolean isChange(PlayedCall call) {
    return switch (call.op()) {
      case FilesOp.Write _, FilesOp.Truncate _, FilesOp.Zero _ -> true;
      default -> false;
    };
  }

  // Sizes

  private void judgeSize(List<PlayedCall> changes, List<PlayedCall> queries) {
    List<TimedCall<Long>> timed = new ArrayList<>();
    for (PlayedCall each : changes) {
      if (each.op() instanceof FilesOp.Write it) {
        long end = it.cell() + (long) it.count();
        change(timed, each, size -> Math.max(size, end));
        if (!isCertain(each)) {
          // A part of a write that was lost may be in the objects.
          for (long part = it.cell() / largestPiece + 1L; part * largestPiece < end; part++) {
            long partEnd = part * largestPiece;
            change(timed, each, size -> Math.max(size, partEnd));
          }
        }
      } else if (each.op() instanceof FilesOp.Truncate it) {
        change(timed, each, _ -> (long) it.cells());
      }
    }
    for (PlayedCall each : queries) {
      if (each.op() instanceof FilesOp.Stat
          && each.answer() instanceof FsAnswer.Found it
          && !it.inode().isDirectory()) {
        long cells = it.inode().size() / Cells.BYTES;
        boolean whole = it.inode().size() % Cells.BYTES == 0;
        query(timed, each, size -> whole && size == cells ? size : null);
      }
    }
    report(LinearOrder.violation(0L, timed));
  }

  private boolean isCertain(PlayedCall change) {
    return !change.isUnknown() && history.isLasting(change);
  }

  private void change(List<TimedCall<Long>> timed, PlayedCall call, TimedCall.Step<Long> step) {
    if (call.isUnknown()) {
      timed.add(new TimedCall<>(call.toString(), call.calledNanos(), TimedCall.NEVER, false, step));
    } else if (!call.hasFailed()) {
      timed.add(
          new TimedCall<>(
              call.toString(),
              call.calledNanos(),
              call.returnedNanos(),
              history.isLasting(call),
              step));
    }
  }

  private static void query(
      List<TimedCall<Long>> timed, PlayedCall call, TimedCall.Step<Long> step) {
    timed.add(
        new TimedCall<>(call.toString(), call.calledNanos(), call.returnedNanos(), true, step));
  }

  // Cells

  private void judgeCell(int cell, List<PlayedCall> changes, List<PlayedCall> queries) {
    List<TimedCall<Long>> timed = new ArrayList<>();
    SortedSet<Long> seen = new TreeSet<>();
    for (PlayedCall each : queries) {
      if (each.op() instanceof FilesOp.Read it
          && each.outcome() instanceof FileOutcome.Bytes bytes
          && it.cell() <= cell
          && cell < it.cell() + it.count()) {
        long value = Cells.value(bytes.bytes(), cell - it.cell(), cell);
        seen.add(value);
        TimedCall<Long> read =
            new TimedCall<>(
                each + ", cell " + cell + " has " + value,
                each.calledNanos(),
                each.returnedNanos(),
                true,
                before -> before == value ? before : null);
        timed.add(read);
      }
    }
    for (PlayedCall each : changes) {
      switch (each.op()) {
        case FilesOp.Write it when it.cell() <= cell && cell < it.cell() + it.count() -> {
          // A write that may be lost, and that no read shows, proves nothing.
          if (isCertain(each) || seen.contains(it.value())) {
            change(timed, each, _ -> it.value());
          }
        }
        case FilesOp.Truncate it when it.cells() <= cell -> change(timed, each, _ -> 0L);
        case FilesOp.Zero it when it.cell() <= cell && cell < it.cell() + it.count() ->
            change(timed, each, _ -> 0L);
        default -> {
          // Another cell.
        }
      }
    }
    report(LinearOrder.violation(0L, timed));
  }

  private void report(@Nullable String finding) {
    if (finding != null) {
      findings.add(finding);
    }
  }
}
