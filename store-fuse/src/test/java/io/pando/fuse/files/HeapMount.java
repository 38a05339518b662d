package io.pando.fuse.files;

import io.pando.fuse.FuseMount;
import io.pando.fuse.MountFixture;
import io.pando.fuse.MountOptions;
import io.pando.fuse.device.PollLoop;
import io.pando.fuse.memory.HeapFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A mount of files on the heap, whose client has a thread of its own. Requests are read by that
 * thread, or by others.
 */
final class HeapMount implements AutoCloseable {
  static final long SECONDS = 20;

  final Path root;
  final HeapFiles files;
  final FuseMount mount;
  private final PollLoop client;
  private final ExecutorService others = Executors.newVirtualThreadPerTaskExecutor();

  private HeapMount(Path root, HeapFiles files, FuseMount mount, PollLoop client) {
    this.root = root;
    this.files = files;
    this.mount = mount;
    this.client = client;
  }

  /** Mounts in a new directory, or skips the test with the reason. */
  static HeapMount mount(Path parent, boolean readsOnLoop) throws IOException {
    Path root = Files.createDirectory(parent.resolve("mount"));
    int uid = (int) Files.getAttribute(root, "unix:uid");
    int gid = (int) Files.getAttribute(root, "unix:gid");
    PollLoop client = new PollLoop();
    HeapFiles files = new HeapFiles(client, FilesFixture.HASH, uid, gid);
    if (readsOnLoop) {
      files.setLoop(client);
    }
    MountedFiles mounted = new MountedFiles(files, FilesFixture.HASH, ProcessGroups.OF_SYSTEM);
    mounted.choose("/");
    MountOptions options = MountedFiles.options("heap", false, uid == 0);
    return new HeapMount(root, files, MountFixture.mount(root, options, mounted), client);
  }

  Path file(String name) {
    return root.resolve(name);
  }

  String shell(String script) throws IOException, InterruptedException {
    return MountFixture.run(root, List.of("sh", "-ec", script));
  }

  /** Runs a shell script as a user with one group more than its own. */
  String shellAs(int user, int group, String script) throws IOException, InterruptedException {
    return MountFixture.run(
        root,
        List.of(
            "setpriv",
            "--reuid=" + user,
            "--regid=" + user,
            "--groups=" + group,
            "sh",
            "-c",
            script));
  }

  /** Runs an action on the client's thread. */
  void onClient(Consumer<HeapFiles> action)
      throws InterruptedException, ExecutionException, TimeoutException {
    files
        .ask(of -> {
          action.accept(of);
          return true;
        })
        .get(SECONDS, TimeUnit.SECONDS);
  }

  /** Runs a call that may wait. */
  <T> Future<T> begin(java.util.concurrent.Callable<T> call) {
    return others.submit(call);
  }

  @Override
  public void close() throws IOException {
    mount.close();
    client.close();
    others.shutdownNow();
  }
}
