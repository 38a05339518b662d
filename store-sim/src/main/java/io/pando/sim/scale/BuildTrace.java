package io.pando.sim.scale;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The file operations of a large build in C, like that of a kernel. {@code make} visits one
 * directory after the other, and jobs compile the files in it: each looks at headers, makes a
 * temporary file and a list of dependencies, writes an object file under a temporary name and
 * renames it, and makes a list of commands from that of the dependencies. An archive of each
 * directory follows. With the same seed the operations are the same.
 *
 * <p>What a program changes counts as one update: a file that is made, renamed or removed, and a
 * file that was written and closed.
 */
public final class BuildTrace {
  private static final int HEADERS = 400;
  private static final int HEADERS_OF_FILE = 40;
  private static final int SUBSYSTEMS = 20;
  private static final int FEWEST_FILES = 8;
  private static final int MORE_FILES = 25;
  private static final int SETUP_AT_A_TIME = 200;
  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  /** One operation of a job; what follows begins when it has ended. */
  private interface Step {
    void begin(Runnable then);
  }

  /** A source file that is to be compiled. */
  private record Source(String directory, String name, boolean last) {}

  /** A job of the build, which runs on one client. */
  private final class Job {
    private final MeasuredClient client;
    private final List<Step> steps = new ArrayList<>();
    private int next;

    Job(MeasuredClient client) {
      this.client = client;
    }

    void go() {
      if (next == steps.size()) {
        compile(this);
        return;
      }
      Step step = steps.get(next);
      next++;
      step.begin(this::go);
    }

    void begin(Source source) {
      steps.clear();
      next = 0;
      plan(source);
      go();
    }

    private void plan(Source source) {
      String c = source.directory + "/" + source.name;
      String stem = source.directory + "/." + source.name;
      String temporary = "tmp/cc" + random.nextInt(1 << 30);
      look(c + ".c");
      look(c + ".o");
      for (int i = 0; i < HEADERS_OF_FILE; i++) {
        look("include/h" + random.nextInt(HEADERS) + ".h");
      }
      make(temporary + ".s", 100_000);
      make(stem + ".o.d", 4_000);
      compute();
      look(temporary + ".s");
      make(source.directory + "/.tmp_" + source.name + ".o", 60_000);
      remove(temporary + ".s");
      rename(source.directory + "/.tmp_" + source.name + ".o", c + ".o");
      make(stem + ".o.tmp", 6_000);
      remove(stem + ".o.d");
      rename(stem + ".o.tmp", stem + ".o.cmd");
      look(c + ".o");
      if (source.last) {
        make(source.directory + "/built-in.a", 500_000);
        make(source.directory + "/.built-in.a.cmd", 1_000);
      }
    }

    private void compute() {
      steps.add(then -> rank.after(random.between(SHORTEST_NANOS, LONGEST_NANOS), then));
    }

    private void look(String path) {
      steps.add(then -> {
        stats++;
        Ino known = inodes.get(path);
        if (known != null && client.knows(known)) {
          then.run();
        } else {
          lookups++;
          client.ask(
              new FsRequest.Lookup(directory(path), EntryName.of(name(path))), _ -> then.run());
        }
      });
    }

    private void make(String path, int bytes) {
      steps.add(then -> BuildTrace.this.make(client, path, then));
      steps.add(then -> {
        Ino ino = inode(path);
        client.write(
            ino,
            () -> {
              client.close(ino, 1 + random.nextInt(bytes));
              updates++;
              then.run();
            });
      });
    }

    private void remove(String path) {
      steps.add(then -> {
        inodes.remove(path);
        change(
            client, new FsRequest.Remove(directory(path), EntryName.of(name(path)), false), then);
      });
    }

    private void rename(String from, String to) {
      steps.add(then -> {
        Ino ino = inode(from);
        inodes.remove(from);
        inodes.put(to, ino);
        change(
            client,
            new FsRequest.Rename(
                directory(from),
                EntryName.of(name(from)),
                directory(to),
                EntryName.of(name(to)),
                FsRequest.RenameMode.REPLACE),
            then);
      });
    }
  }

  private final MeasuredRank rank;
  private final List<MeasuredClient> clients;
  private final Random64 random;
  private final SortedMap<String, Ino> inodes = new TreeMap<>();
  private final List<Source> sources = new ArrayList<>();
  private int compiled;
  private int underWay;
  private long updates;
  private long stats;
  private long lookups;

  /**
   * Makes the source files, and waits until that is done.
   *
   * @param clients the machines that compile
   * @param directories number of directories with source files
   */
  public BuildTrace(MeasuredRank rank, List<MeasuredClient> clients, int directories, long seed) {
    this.rank = rank;
    this.clients = List.copyOf(clients);
    this.random = new Random64(seed);
    inodes.put("", Ino.ROOT);
    List<String> files = new ArrayList<>();
    for (int i = 0; i < HEADERS; i++) {
      files.add("include/h" + i + ".h");
    }
    List<String> made = new ArrayList<>(List.of("include", "tmp", "src"));
    for (int i = 0; i < SUBSYSTEMS; i++) {
      made.add("src/s" + i);
    }
    for (int i = 0; i < directories; i++) {
      String directory = "src/s%d/d%d".formatted(i % SUBSYSTEMS, i);
      made.add(directory);
      int count = FEWEST_FILES + random.nextInt(MORE_FILES);
      for (int j = 0; j < count; j++) {
        sources.add(new Source(directory, "f" + j, j == count - 1));
        files.add(directory + "/f" + j + ".c");
      }
    }
    made.forEach(path -> makeDirectory(clients.getFirst(), path));
    for (String path : files) {
      rank.run(() -> underWay < SETUP_AT_A_TIME);
      underWay++;
      make(clients.getFirst(), path, () -> underWay--);
    }
    rank.run(() -> underWay == 0);
    updates = 0;
  }

  private void makeDirectory(MeasuredClient client, String path) {
    underWay++;
    make(client, path, new FsRequest.NewContent.NewDirectory(), () -> underWay--);
    rank.run(() -> underWay == 0);
  }

  private void make(MeasuredClient client, String path, Runnable then) {
    make(client, path, new FsRequest.NewContent.NewFile(), then);
  }

  private void make(
      MeasuredClient client, String path, FsRequest.NewContent content, Runnable then) {
    Ino ino = client.number();
    inodes.put(path, ino);
    EntryName name = EntryName.of(name(path));
    change(client, new FsRequest.Make(directory(path), name, ino, 0755, 0, content), then);
  }

  private void change(MeasuredClient client, FsRequest request, Runnable then) {
    client.ask(
        request,
        answer -> {
          if (answer instanceof FsAnswer.Failed) {
            throw new IllegalStateException(request + ": " + answer);
          }
          updates++;
          then.run();
        });
  }

  private Ino directory(String path) {
    return inode(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
  }

  private Ino inode(String path) {
    return Objects.requireNonNull(inodes.get(path), path);
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Begins to compile. */
  public void begin(int jobs) {
    for (int i = 0; i < jobs; i++) {
      compile(new Job(clients.get(i % clients.size())));
    }
  }

  private void compile(Job job) {
    if (compiled < sources.size()) {
      Source next = sources.get(compiled);
      compiled++;
      job.begin(next);
    }
  }

  /** The part of the source files whose compilation has begun. */
  public double progress() {
    return (double) compiled / sources.size();
  }

  /** Changes of programs so far, without those of the preparation. */
  public long updates() {
    return updates;
  }

  /** How often a program asked for the attributes of a file. */
  public long stats() {
    return stats;
  }

  /** How often the server was asked for that. */
  public long lookups() {
    return lookups;
  }
}
