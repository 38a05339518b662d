package io.pando.cli.machine;

import io.pando.collect.Utf8Order;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Processor time of a process's threads by purpose, including threads of libraries and of the JVM.
 * Only Linux reports it. A thread that has ended no longer counts. Hand-made: a read of a file per
 * thread does not justify OSHI, which loads native code at every start.
 */
public final class ThreadTimes {
  private record Group(String prefix, String name) {}

  /** Groups by prefix of the threads' names; the system keeps 15 characters of a name. */
  private static final List<Group> GROUPS =
      List.of(
          new Group("pando-loop", "loops"),
          new Group("store-", "stores"),
          new Group("log-", "stores"),
          new Group("rocksdb:", "rocksdb"),
          new Group("VM Thread", "gc"),
          new Group("GC Thread", "gc"),
          new Group("G1 ", "gc"),
          new Group("ZWorker", "gc"),
          new Group("ZDriver", "gc"),
          new Group("Shenandoah", "gc"),
          new Group("C1 Comp", "compiler"),
          new Group("C2 Comp", "compiler"),
          new Group("ForkJoinPool", "callers"));

  private static final String OTHER = "other";

  private ThreadTimes() {}

  /** Names of all groups. */
  public static SortedSet<String> groups() {
    SortedSet<String> names = new TreeSet<>(Utf8Order.INSTANCE);
    GROUPS.forEach(group -> names.add(group.name()));
    names.add(OTHER);
    return names;
  }

  /** Nanoseconds used so far by each group of this process's threads. */
  public static SortedMap<String, Long> now() {
    return read(Path.of("/proc/self/task"));
  }

  static SortedMap<String, Long> read(Path tasks) {
    SortedMap<String, Long> times = new TreeMap<>(Utf8Order.INSTANCE);
    if (!Files.isDirectory(tasks)) {
      return times;
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        add(thread, times);
      }
    } catch (IOException gone) {
      // These figures are only informative: on a failure the output continues without them.
      times.clear();
    }
    return times;
  }

  private static void add(Path thread, SortedMap<String, Long> times) {
    try {
      String name = Files.readString(thread.resolve("comm")).strip();
      String scheduled = Files.readString(thread.resolve("schedstat")).strip();
      long nanos = Long.parseLong(scheduled.substring(0, scheduled.indexOf(' ')));
      times.merge(group(name), nanos, Long::sum);
    } catch (IOException ended) {
      // The thread ended after the listing; its time is not counted.
    }
  }

  private static String group(String thread) {
    return GROUPS.stream()
        .filter(group -> thread.startsWith(group.prefix()))
        .map(Group::name)
        .findFirst()
        .orElse(OTHER);
  }
}
