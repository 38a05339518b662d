package io.pando.bench.files;

import io.pando.client.file.FileEntry;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.FsRequest.RenameMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Programs that make, look at and remove files, each in a directory of its own. They do one kind of
 * operation after the other, and all of them the same at a time.
 */
final class FileLoad {
  private static final int DIRECTORY_MODE = 0755;
  private static final int FILE_MODE = 0644;

  /**
   * How much there is to do.
   *
   * @param programs threads that make blocking calls
   * @param files of each program
   * @param bytes of each file
   * @param durable whether each file is durable before the next one is made
   */
  record Shape(int programs, int files, int bytes, boolean durable) {}

  /** What one program does. */
  private interface Program {
    void run(String directory);
  }

  private final PandoFileSystem files;
  private final String folder;
  private final Shape shape;
  private final byte[] content;

  /**
   * Nothing done.
   *
   * @param folder path of a directory, which does not exist
   */
  FileLoad(PandoFileSystem files, String folder, Shape shape) {
    this.files = files;
    this.folder = folder;
    this.shape = shape;
    this.content = new byte[shape.bytes()];
    Arrays.fill(content, (byte) 'x');
  }

  private String directory(int program) {
    return folder + "/" + program;
  }

  /** Makes the directories. */
  void begin() {
    files.mkdir(folder, DIRECTORY_MODE);
    for (int program = 0; program < shape.programs(); program++) {
      files.mkdir(directory(program), DIRECTORY_MODE);
    }
  }

  /** Removes everything that there is. */
  void end() {
    for (FileEntry directory : files.list(folder)) {
      String path = folder + "/" + directory.name();
      List<String> left = new ArrayList<>();
      files.list(path).forEach(each -> left.add(path + "/" + each.name()));
      left.forEach(files::remove);
      files.removeDirectory(path);
    }
    files.removeDirectory(folder);
  }

  /**
   * Does everything once, and leaves the directories empty.
   *
   * @return operations a second by kind, in the order of doing
   */
  Map<String, Double> round() throws InterruptedException {
    Map<String, Double> rates = new LinkedHashMap<>();
    measure(rates, "create", this::create);
    measure(rates, "stat", directory -> each(directory, path -> files.stat(path)));
    if (shape.bytes() > 0) {
      measure(rates, "read", directory -> each(directory, this::read));
    }
    measure(rates, "list", this::list);
    measure(
        rates,
        "rename",
        directory -> each(directory, path -> files.rename(path, path + "r", RenameMode.REPLACE)));
    measure(rates, "remove", directory -> each(directory, path -> files.remove(path + "r")));
    return rates;
  }

  private interface OneFile {
    void use(String path);
  }

  private void each(String directory, OneFile operation) {
    for (int number = 0; number < shape.files(); number++) {
      operation.use(directory + "/f" + number);
    }
  }

  private void create(String directory) {
    each(
        directory,
        path -> {
          try (PandoFile file = files.createNew(path, FILE_MODE, OpenMode.READ_WRITE)) {
            if (content.length > 0) {
              long _ = file.write(0, ByteBuffer.wrap(content));
            }
            if (shape.durable()) {
              file.sync();
            }
          }
        });
  }

  private void read(String path) {
    try (PandoFile file = files.open(path, OpenMode.READ)) {
      int read = file.read(0, content.length).size();
      if (read != content.length) {
        throw new IllegalStateException(
            "%s has %d bytes instead of %d".formatted(path, read, content.length));
      }
    }
  }

  private void list(String directory) {
    int listed = 0;
    for (FileEntry _ : files.list(directory)) {
      listed++;
    }
    if (listed != shape.files()) {
      throw new IllegalStateException(
          "%s has %d entries instead of %d".formatted(directory, listed, shape.files()));
    }
  }

  private void measure(Map<String, Double> rates, String kind, Program program)
      throws InterruptedException {
    List<Callable<Void>> programs = new ArrayList<>();
    for (int number = 0; number < shape.programs(); number++) {
      String directory = directory(number);
      programs.add(Executors.callable(() -> program.run(directory), null));
    }
    long begun = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> each : threads.invokeAll(programs)) {
        each.get();
      }
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed.getCause());
    }
    double seconds = (System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1);
    rates.put(kind, (double) shape.programs() * shape.files() / seconds);
  }
}
