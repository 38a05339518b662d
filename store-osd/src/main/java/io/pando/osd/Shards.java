package io.pando.osd;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.id.OsdId;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.PingReply;
import io.pando.osd.shard.Shard;
import io.pando.osd.shard.ShardReport;
import io.pando.port.EventLoop;
import io.pando.report.OpenOperation;
import io.pando.report.StorePerformance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * All shards of a daemon, each on its own loop. Forwards calls and questions to all of them, and
 * delivers the answers on the daemon's loop, on which this object lives.
 */
final class Shards {
  private final EventLoop home;
  private final List<ShardHost> hosts;

  Shards(EventLoop home, List<ShardHost> hosts) {
    this.home = home;
    this.hosts = List.copyOf(hosts);
  }

  /** Starts to receive the messages sent to the shards. */
  void listen() {
    for (ShardHost host : hosts) {
      on(host, () -> host.ports().transport().listen(host));
    }
  }

  /** Has the shards load their stored state, one after the other. */
  void load(Runnable loaded) {
    inTurn(0, (host, done) -> host.shard().load(done), () -> home.execute(loaded));
  }

  /** Has each host from a number on do something on its own loop, one after the other. */
  private void inTurn(int from, BiConsumer<ShardHost, Runnable> what, Runnable then) {
    if (from == hosts.size()) {
      then.run();
      return;
    }
    ShardHost host = hosts.get(from);
    on(host, () -> what.accept(host, () -> inTurn(from + 1, what, then)));
  }

  /**
   * Passes a newer map to all shards.
   *
   * @param kept run once every shard has stored what it learned from the map
   */
  void onMap(ClusterMap newer, List<Incremental> incrementals, Granted granted, Runnable kept) {
    Countdown all = new Countdown(hosts.size(), kept);
    for (ShardHost host : hosts) {
      on(host, () -> host.onMap(newer, incrementals, granted, () -> home.execute(all)));
    }
  }

  void onPongs(List<PingReply> pongs) {
    tell(shard -> shard.onPongs(pongs));
  }

  void onFullness(boolean full) {
    tell(shard -> shard.onFullness(full));
  }

  private void tell(Consumer<Shard> what) {
    for (ShardHost host : hosts) {
      on(host, () -> what.accept(host.shard()));
    }
  }

  /** Collects the OSDs that share a group with one of the shards. */
  void neighbours(Consumer<SortedSet<OsdId>> done) {
    neighbours(0, new TreeSet<>(), done);
  }

  private void neighbours(int from, SortedSet<OsdId> found, Consumer<SortedSet<OsdId>> done) {
    if (from == hosts.size()) {
      done.accept(found);
      return;
    }
    ShardHost host = hosts.get(from);
    on(
        host,
        () -> {
          SortedSet<OsdId> here = new TreeSet<>(host.shard().neighbours());
          home.execute(() -> {
            found.addAll(here);
            neighbours(from + 1, found, done);
          });
        });
  }

  void reports(Consumer<List<ShardReport>> done) {
    gather(Shard::report, done);
  }

  void performances(Consumer<List<StorePerformance>> done) {
    gather(Shard::performance, done);
  }

  /** Collects the operations of clients that are not answered. */
  void operations(Consumer<List<OpenOperation>> done) {
    gather(Shard::operations, lists -> done.accept(merged(lists)));
  }

  /** Collects the last slow operations that were answered. */
  void slowOperations(Consumer<List<OpenOperation>> done) {
    gather(Shard::slowOperations, lists -> done.accept(merged(lists)));
  }

  private static List<OpenOperation> merged(List<List<OpenOperation>> lists) {
    return lists.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparingLong(it -> -it.progress().ageNanos()))
        .toList();
  }

  private <T> void gather(Function<Shard, T> question, Consumer<List<T>> done) {
    List<T> answers = new ArrayList<>();
    for (ShardHost host : hosts) {
      on(
          host,
          () -> {
            T answer = question.apply(host.shard());
            home.execute(() -> {
              answers.add(answer);
              if (answers.size() == hosts.size()) {
                done.accept(answers);
              }
            });
          });
    }
  }

  /** Has the shards flush every accepted update and stop, one after the other. */
  void stop(Runnable stopped) {
    inTurn(
        0,
        (host, done) ->
            host.shard()
                .stop(() -> {
                  host.close();
                  home.execute(done);
                }),
        stopped);
  }

  private static void on(ShardHost host, Runnable task) {
    host.ports().loop().execute(task);
  }

  /** Runs a task at the last of a given number of calls. */
  private static final class Countdown implements Runnable {
    private final Runnable task;
    private int left;

    Countdown(int calls, Runnable task) {
      this.left = calls;
      this.task = task;
    }

    @Override
    public void run() {
      if (--left == 0) {
        task.run();
      }
    }
  }
}
