package io.pando.sim.files;

import io.pando.client.Cluster;
import io.pando.client.Handle;
import io.pando.client.ListCursor;
import io.pando.client.ListPage;
import io.pando.client.ObjectOperation;
import io.pando.client.OperationResult;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.cluster.ClusterMap;
import io.pando.id.PoolId;
import io.pando.mds.check.CheckEffect;
import io.pando.mds.check.CheckTarget;
import io.pando.mds.check.FilesCheck;
import io.pando.mds.check.FilesReport;
import io.pando.mds.check.Inconsistency;
import io.pando.mds.journal.JournalLayout;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.sim.SimCluster;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks a file system of a simulated cluster at rest: clients are closed, and faults are over. It
 * reads all objects, so that links, totals, places and owners are computed once more.
 */
public final class FilesAudit {
  private static final int PAGE = 100;
  private static final int MOST_PASSES = 60;

  private final SimCluster cluster;
  private final JournalLayout journal;
  private final Cluster client;
  private final Deque<CheckEffect> effects = new ArrayDeque<>();
  private final Deque<Runnable> answers = new ArrayDeque<>();
  private final SortedMap<PoolId, ListCursor> cursors = new TreeMap<>();

  private FilesAudit(SimCluster cluster, JournalLayout journal, Cluster client) {
    this.cluster = cluster;
    this.journal = journal;
    this.client = client;
  }

  /**
   * Waits until the file system is at rest, for a minute of virtual time at most, and checks it.
   *
   * @param system name of the file system
   */
  public static FilesReport check(SimCluster cluster, String system) {
    return check(cluster, system, new JournalLayout(0, JournalLayout.USUAL_OBJECT_BYTES));
  }

  private static FilesReport check(SimCluster cluster, String system, JournalLayout journal) {
    Cluster client = cluster.connect();
    FilesReport report = new FilesAudit(cluster, journal, client).pass(system);
    for (int i = 1; i < MOST_PASSES && !isAtRest(report); i++) {
      cluster.world().runFor(SimCluster.SECOND);
      report = new FilesAudit(cluster, journal, client).pass(system);
    }
    return report;
  }

  private static boolean isAtRest(FilesReport report) {
    return report.unchanged() && report.counts().inodes().onTheirWay() == 0;
  }

  /** What is wrong with a file system at rest, as sentences; empty if nothing is. */
  public static List<String> problems(SimCluster cluster, String system) {
    return problems(cluster, system, new JournalLayout(0, JournalLayout.USUAL_OBJECT_BYTES));
  }

  /** The same with a journal in objects of another size. */
  public static List<String> problems(SimCluster cluster, String system, JournalLayout journal) {
    FilesReport report = check(cluster, system, journal);
    List<String> sentences = new ArrayList<>();
    report.problems().stream().map(Inconsistency::sentence).forEach(sentences::add);
    if (!isAtRest(report)) {
      sentences.add(0, "the file system has no rest: " + report.counts());
    }
    return sentences;
  }

  private FilesReport pass(String system) {
    ClusterMap map = client.admin().map();
    CheckTarget target = CheckTarget.of(map, map.files().named(system).orElseThrow()).with(journal);
    FilesCheck check = new FilesCheck(target, effects::add);
    check.begin();
    while (true) {
      while (!effects.isEmpty()) {
        switch (effects.removeFirst()) {
          case CheckEffect.Call it -> call(check, it);
          case CheckEffect.ListNext it -> list(check, it);
          case CheckEffect.Progress _ -> {}
          case CheckEffect.Ended it -> {
            return it.report();
          }
        }
      }
      cluster.world().runUntil(() -> !answers.isEmpty(), Long.MAX_VALUE);
      answers.removeFirst().run();
    }
  }

  private void list(FilesCheck check, CheckEffect.ListNext it) {
    ListCursor after = it.first() ? null : cursors.get(it.pool());
    var _ =
        client
            .pool(it.pool())
            .listPageAsync(after, PAGE)
            .whenComplete((page, failed) -> answers.add(() -> onListed(check, it, page, failed)));
  }

  private void onListed(
      FilesCheck check,
      CheckEffect.ListNext it,
      @Nullable ListPage page,
      @Nullable Throwable failed) {
    if (page == null) {
      throw new IllegalStateException("pool " + it.pool() + " cannot be listed", failed);
    }
    ListCursor next = page.next();
    if (next != null) {
      cursors.put(it.pool(), next);
    }
    check.onListed(it.token(), page.names(), next != null);
  }

  private void call(FilesCheck check, CheckEffect.Call it) {
    Pool pool = client.pool(it.pool());
    ObjectOperation.Builder queries = ObjectOperation.builder();
    List<Function<OperationResult, OpResult>> readers = new ArrayList<>();
    for (ObjectOp each : it.operations()) {
      readers.add(add(queries, each));
    }
    var _ =
        pool.operateAsync(it.object(), queries.build())
            .handle((result, failed) ->
                result == null
                    ? failure(it, failed)
                    : new OpOutcome.Succeeded(
                        result.version(),
                        readers.stream().map(each -> each.apply(result)).toList()))
            .thenAccept(outcome -> answers.add(() -> check.onAnswer(it.token(), outcome)));
  }

  private static Function<OperationResult, OpResult> add(
      ObjectOperation.Builder queries, ObjectOp query) {
    return switch (query) {
      case ObjectOp.ListAttributes _ -> {
        var handle = Handle.attributes();
        queries.listAttributes(handle);
        yield result -> new OpResult.Attributes(result.get(handle));
      }
      case ObjectOp.ListEntries list -> {
        var handle = Handle.entries();
        queries.listEntries(list.after(), list.prefix(), list.maxEntries(), handle);
        yield result ->
            new OpResult.Entries(result.get(handle).entries(), result.get(handle).more());
      }
      case ObjectOp.Read read -> {
        var handle = Handle.bytes();
        queries.read(read.range().offset(), read.range().length(), handle);
        yield result -> new OpResult.Data(result.get(handle));
      }
      case ObjectOp.Stat _ -> {
        var handle = Handle.stat();
        queries.stat(handle);
        yield result ->
            new OpResult.Stat(
                result.get(handle).sizeBytes(),
                result.get(handle).version(),
                result.get(handle).modified().toEpochMilli());
      }
      default -> throw new IllegalArgumentException("not a query of a check: " + query);
    };
  }

  private static OpOutcome failure(CheckEffect.Call call, @Nullable Throwable failed) {
    Throwable cause = failed instanceof CompletionException it ? it.getCause() : failed;
    OpError error = cause instanceof PandoException.NotFound ? OpError.NOT_FOUND : OpError.DAMAGED;
    return new OpOutcome.Failed(error, -1, call.object() + ": " + cause);
  }
}
