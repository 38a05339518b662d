package io.pando.cli.command.files;

import io.pando.cli.command.UserError;
import io.pando.cli.output.ProgressLine;
import io.pando.client.Cluster;
import io.pando.client.ListCursor;
import io.pando.client.ListPage;
import io.pando.client.PandoException;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.id.PoolId;
import io.pando.mds.check.CheckEffect;
import io.pando.mds.check.CheckTarget;
import io.pando.mds.check.FilesCheck;
import io.pando.mds.check.FilesReport;
import io.pando.mds.check.Inconsistency;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Checks a file system. While it is used, a check sees changes by halves: it is repeated, and what
 * not every check finds is dropped. Problems are certain if the journal did not change during the
 * last check.
 */
final class FsCheckRun {
  private static final int MOST_PASSES = 3;
  private static final int PAGE = 1_000;

  private final Cluster cluster;
  private final String name;
  private final ProgressLine progress;

  /**
   * What the checks found.
   *
   * @param last the last check
   * @param problems problems that all checks found
   * @param passes number of checks
   */
  record Outcome(FilesReport last, List<Inconsistency> problems, int passes) {
    /** Number of problems, also of those that are not listed. */
    long count() {
      return passes == 1 ? last.total() : problems.size();
    }

    /** Number of problems by kind. */
    SortedMap<String, Long> byKind() {
      return passes == 1
          ? last.problemsByKind()
          : problems.stream()
              .collect(
                  Collectors.groupingBy(
                      Inconsistency::kind, TreeMap::new, Collectors.counting()));
    }
  }

  FsCheckRun(Cluster cluster, String name, ProgressLine progress) {
    this.cluster = cluster;
    this.name = name;
    this.progress = progress;
  }

  /** Checks as often as necessary. */
  Outcome run() {
    Outcome outcome = new Outcome(pass(), List.of(), 1);
    outcome = new Outcome(outcome.last(), outcome.last().problems(), 1);
    boolean isIdle = !isServed() && outcome.last().unchanged();
    while (!isIdle && !outcome.problems().isEmpty() && outcome.passes() < MOST_PASSES) {
      outcome = again(outcome);
      isIdle = outcome.last().unchanged();
    }
    return outcome;
  }

  private Outcome again(Outcome before) {
    FilesReport next = pass();
    List<String> found = next.problems().stream().map(FsCheckRun::key).toList();
    List<Inconsistency> both =
        before.problems().stream().filter(each -> found.contains(key(each))).toList();
    return new Outcome(next, both, before.passes() + 1);
  }

  private static String key(Inconsistency problem) {
    return problem.kind() + " " + problem.subject();
  }

  private boolean isServed() {
    return system(cluster.admin().map()).ranks().values().stream()
        .anyMatch(rank -> rank.holder() != null);
  }

  private FileSystem system(ClusterMap map) {
    return map.files()
        .named(name)
        .orElseThrow(() ->
            UserError.failed(
                "file system '%s' does not exist ('fs ls' shows all)".formatted(name)));
  }

  // One check

  private FilesReport pass() {
    ClusterMap map = cluster.admin().map();
    return new Pass(CheckTarget.of(map, system(map))).run();
  }

  /** One check: effects are carried out by this thread, answers come from those of the client. */
  private final class Pass {
    private final Deque<CheckEffect> effects = new ArrayDeque<>();
    private final BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    private final SortedMap<PoolId, ListCursor> cursors = new TreeMap<>();
    private final FilesCheck check;

    Pass(CheckTarget target) {
      this.check = new FilesCheck(target, effects::add);
    }

    FilesReport run() {
      check.begin();
      while (true) {
        while (!effects.isEmpty()) {
          switch (effects.removeFirst()) {
            case CheckEffect.Call it ->
                take(
                    new CheckQueries(cluster.pool(it.pool()))
                        .execute(it.object(), it.operations()),
                    outcome -> check.onAnswer(it.token(), outcome));
            case CheckEffect.ListNext it ->
                take(
                    cluster
                        .pool(it.pool())
                        .listPageAsync(it.first() ? null : cursors.get(it.pool()), PAGE),
                    page -> onListed(it, page));
            case CheckEffect.Progress it -> progress.show(text(it));
            case CheckEffect.Ended it -> {
              progress.clear();
              return it.report();
            }
          }
        }
        await().run();
      }
    }

    private void onListed(CheckEffect.ListNext it, ListPage page) {
      ListCursor next = page.next();
      if (next != null) {
        cursors.put(it.pool(), next);
      }
      check.onListed(it.token(), page.names(), next != null);
    }

    private <T> void take(CompletableFuture<T> future, Consumer<T> then) {
      future.whenComplete(
          (value, failed) ->
              answers.add(
                  failed == null
                      ? () -> then.accept(value)
                      : () -> {
                        throw unwrapped(failed);
                      }));
    }

    private Runnable await() {
      try {
        return answers.take();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw UserError.failed("interrupted");
      }
    }

    private String text(CheckEffect.Progress it) {
      return "reading %s: %d directories, %d files, %d objects"
          .formatted(
              it.step(),
              it.counts().directories(),
              it.counts().files(),
              it.counts().metadataObjects() + it.counts().dataObjects());
    }
  }

  private static RuntimeException unwrapped(Throwable failed) {
    Throwable cause = failed;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof PandoException known ? known : new CompletionException(cause);
  }
}
