package io.pando.sim.scale;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.random.Random64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Programs that change files for as long as time passes: each makes a file, writes and closes it,
 * and removes every second one. A program waits for each answer, and a little longer.
 */
final class SteadyChanges {
  private static final int DIRECTORIES = 50;
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MOST_BYTES = 100_000;

  private final MeasuredRank rank;
  private final Random64 random;
  private final Ino[] directories = new Ino[DIRECTORIES];
  private int made;
  private long files;
  private long updates;

  SteadyChanges(MeasuredRank rank, MeasuredClient first, long seed) {
    this.rank = rank;
    this.random = new Random64(seed);
    for (int i = 0; i < DIRECTORIES; i++) {
      directories[i] = first.number();
      FsRequest.NewContent content = new FsRequest.NewContent.NewDirectory();
      EntryName name = EntryName.of("d" + i);
      change(
          first,
          new FsRequest.Make(Ino.ROOT, name, directories[i], 0755, 0, content),
          () -> made++);
    }
    rank.run(() -> made == DIRECTORIES);
  }

  /** Begins with some programs on each client. */
  void begin(List<MeasuredClient> clients, int programs) {
    for (int i = 0; i < programs; i++) {
      make(clients.get(i % clients.size()));
    }
  }

  long updates() {
    return updates;
  }

  private void make(MeasuredClient client) {
    Ino directory = directories[random.nextInt(DIRECTORIES)];
    EntryName name = EntryName.of("f" + files);
    boolean stays = files % 2 == 0;
    files++;
    Ino ino = client.number();
    FsRequest.NewContent content = new FsRequest.NewContent.NewFile();
    Runnable next = () -> rank.after(random.between(1, LONGEST_PAUSE_NANOS), () -> make(client));
    Runnable closed =
        stays ? next : () -> change(client, new FsRequest.Remove(directory, name, false), next);
    change(
        client,
        new FsRequest.Make(directory, name, ino, 0644, 0, content),
        () ->
            client.write(
                ino,
                () -> {
                  client.close(ino, 1 + random.nextInt(MOST_BYTES));
                  updates++;
                  closed.run();
                }));
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
}
