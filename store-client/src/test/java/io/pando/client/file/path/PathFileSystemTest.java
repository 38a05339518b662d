package io.pando.client.file.path;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.client.PandoException;
import io.pando.client.file.FileEntry;
import io.pando.client.file.FilePage;
import io.pando.client.file.FileStat;
import io.pando.client.file.MemoryFileSystem;
import io.pando.client.file.MemoryFiles;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.client.file.SymbolicLinks;
import io.pando.fs.EntryKey;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest.RenameMode;
import io.pando.fs.request.FsRequest.XattrMode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PathFileSystemTest {
  private static final Caller USER = new Caller(1000, 1000, List.of());

  private final PandoFileSystem files = MemoryFileSystem.over(new MemoryFiles());

  @AfterEach
  void close() {
    files.close();
  }

  private FileStat write(String path, String text) {
    try (PandoFile file = files.create(path, 0644, OpenMode.READ_WRITE)) {
      file.write(0, ByteBuffer.wrap(text.getBytes(UTF_8)));
      return file.stat();
    }
  }

  private String read(String path) {
    try (PandoFile file = files.open(path, OpenMode.READ)) {
      return file.read(0, 1000).toUtf8();
    }
  }

  private static void fails(FsError error, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            PandoException.OnFile.class, it -> assertThat(it.error()).isEqualTo(error));
  }

  // Attributes

  @Test
  void failureNamesCallPathAndError() {
    assertThatThrownBy(() -> files.stat("/a/b"))
        .isInstanceOf(PandoException.NoFile.class)
        .hasMessage("stat of '/a/b' in file system 'test': no such file or directory (ENOENT)");
    assertThat(files.statAsync("/a/b"))
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .withCauseInstanceOf(PandoException.NoFile.class);
  }

  @Test
  void attributesAreChanged() {
    write("/a", "12345");
    files.chmod("/a", 0600);
    files.chown("/a", 7, 8);
    Instant time = Instant.ofEpochSecond(-5, 123_456_789);
    files.utimes("/a", time, time);
    files.truncate("/a", 3);
    FileStat stat = files.stat("a");
    assertThat(stat.permissions()).hasToString("0600 7:8");
    assertThat(stat.accessed()).isEqualTo(time);
    assertThat(stat.sizeBytes()).isEqualTo(3);
    assertThat(files.statLite("/a")).isEqualTo(stat);
    fails(FsError.EACCES, () -> files.as(USER).access("/a", 4));
    files.access("/a", 6);
  }

  @Test
  void extendedAttributesAreSetAndRemoved() {
    write("/a", "");
    files.setXattr("/a", "user.k", Payload.utf8("v"), XattrMode.CREATE);
    assertThat(files.xattrs("/a", SymbolicLinks.FOLLOW)).containsEntry("user.k", Payload.utf8("v"));
    fails(FsError.EEXIST, () -> files.setXattr("/a", "user.k", Payload.EMPTY, XattrMode.CREATE));
    fails(
        FsError.E2BIG,
        () -> files.setXattr("/a", "user.b", Payload.wrap(new byte[65 << 10]), XattrMode.EITHER));
    assertThat(files.xattr("/a", "user.k").toUtf8()).isEqualTo("v");
    assertThat(files.xattr("/a", "pando.layout.object_size").toUtf8()).isEqualTo("4194304");
    assertThat(files.xattr("/", "pando.dir.files").toUtf8()).isEqualTo("1");
    fails(FsError.ENODATA, () -> files.xattr("/a", "pando.dir.files"));
    files.removeXattr("/a", "user.k");
    fails(FsError.ENODATA, () -> files.removeXattr("/a", "user.k"));
  }

  // Directories

  @Test
  void directoriesAreMadeListedAndRemoved() {
    FileStat made = files.mkdirs("/a/b/c");
    assertThat(files.mkdirs("a//b/./c/").ino()).isEqualTo(made.ino());
    assertThat(files.stat("/a").links()).isEqualTo(3);
    write("/a/f", "x");
    fails(FsError.EEXIST, () -> files.mkdirs("/a/f"));
    fails(FsError.ENOTDIR, () -> files.mkdirs("/a/f/g"));
    fails(FsError.EEXIST, () -> files.mkdir("/a", 0755));
    fails(FsError.EEXIST, () -> files.mkdir("/", 0755));
    fails(FsError.ENOTEMPTY, () -> files.removeDirectory("/a"));
    fails(FsError.ENOTDIR, () -> files.removeDirectory("/a/f"));
    fails(FsError.EISDIR, () -> files.remove("/a/b"));
    fails(FsError.EINVAL, () -> files.removeDirectory("/a/."));
    fails(FsError.ENOTEMPTY, () -> files.removeDirectory("/a/.."));
    fails(FsError.EBUSY, () -> files.removeDirectory("/"));
    assertThat(files.list("/a").stream().map(FileEntry::path))
        .containsExactlyInAnyOrder("/a/b", "/a/f");
    fails(FsError.ENOTDIR, () -> files.list("/a/f"));
    files.removeDirectory("/a/b/c/");
    assertThat(files.list("/a/b/")).isEmpty();
  }

  @Test
  void listingIsReadByPages() {
    files.mkdir("/d", 0755);
    for (int i = 0; i < 2_345; i++) {
      files.createNew("/d/" + i, 0644, OpenMode.READ_WRITE).close();
    }
    assertThat(files.list("/d").stream().map(FileEntry::name))
        .hasSize(2_345)
        .doesNotHaveDuplicates();
    List<String> names = new ArrayList<>();
    EntryKey after = null;
    do {
      FilePage page = files.listPage("/d", after, 100);
      page.entries().forEach(each -> names.add(each.name()));
      after = page.next();
    } while (after != null);
    assertThat(names).hasSize(2_345).doesNotHaveDuplicates();
    fails(FsError.EINVAL, () -> files.listPage("/d", null, 0));
  }

  @Test
  void treeIsWalkedParentsFirst() {
    files.mkdirs("/a/b");
    write("/a/b/f", "");
    files.symlink("/a", "/a/loop");
    List<String> paths = files.walk("/a").map(FileEntry::path).toList();
    assertThat(paths).containsExactlyInAnyOrder("/a", "/a/b", "/a/b/f", "/a/loop");
    assertThat(paths).startsWith("/a").containsSubsequence("/a/b", "/a/b/f");
    assertThat(files.walk("/").skip(1).map(FileEntry::path)).startsWith("/a");
  }

  @Test
  void walkLeavesOutWhatWasRemoved() {
    files.mkdirs("/a/b");
    List<String> paths = new ArrayList<>();
    files
        .walk("/a")
        .forEach(each -> {
          paths.add(each.path());
          if (each.path().equals("/a")) {
            files.removeDirectory("/a/b");
          }
        });
    assertThat(paths).containsExactly("/a");
  }

  @Test
  void deepTreeIsMade() {
    String deep = "/d".repeat(300);
    files.mkdirs(deep);
    assertThat(files.realPath(deep)).isEqualTo(deep);
    assertThat(files.walk("/").count()).isEqualTo(301);
  }

  // Paths

  @Test
  void symbolicLinksAreFollowed() {
    files.mkdirs("/a/b");
    write("/a/b/f", "text");
    files.symlink("../a/b/", "/a/rel");
    files.symlink("/a/rel/f", "/abs");
    assertThat(read("/abs")).isEqualTo("text");
    assertThat(files.realPath("/a/rel/../b/./f")).isEqualTo("/a/b/f");
    assertThat(files.realPath("/a/rel/..")).isEqualTo("/a");
    assertThat(files.realPath("/../..")).isEqualTo("/");
    assertThat(files.lstat("/abs").isSymbolicLink()).isTrue();
    assertThat(files.lstat("/a/rel/").isDirectory()).isTrue();
    assertThat(files.readlink("/abs")).isEqualTo("/a/rel/f");
    fails(FsError.EINVAL, () -> files.readlink("/a"));
    fails(FsError.ENOTDIR, () -> files.stat("/abs/"));
    fails(FsError.ENOTDIR, () -> files.stat("/abs/x"));
  }

  @Test
  void loopsAndLongPathsAreRefused() {
    files.symlink("/b", "/a");
    files.symlink("/a", "/b");
    fails(FsError.ELOOP, () -> files.stat("/a"));
    fails(FsError.ELOOP, () -> files.open("/a", OpenMode.READ));
    fails(FsError.ELOOP, () -> files.create("/a", 0644, OpenMode.READ_WRITE));
    fails(FsError.ENAMETOOLONG, () -> files.stat("/" + "n".repeat(256)));
    fails(FsError.ENAMETOOLONG, () -> files.mkdir("/" + "ä".repeat(128), 0755));
    fails(FsError.ENAMETOOLONG, () -> files.stat("/n".repeat(2_048)));
    fails(FsError.ENOENT, () -> files.stat(""));
    fails(FsError.EINVAL, () -> files.stat("/a\0"));
    fails(FsError.EINVAL, () -> files.stat("/\ud800"));
    files.mkdir("/" + "n".repeat(255), 0755);
  }

  @Test
  void fortyLinksAreFollowedAndNoMore() {
    write("/l0", "end");
    for (int i = 1; i <= 41; i++) {
      files.symlink("l" + (i - 1), "/l" + i);
    }
    assertThat(read("/l40")).isEqualTo("end");
    fails(FsError.ELOOP, () -> files.stat("/l41"));
  }

  @Test
  void directoriesThatMayNotBeSearchedEndThePath() {
    files.mkdirs("/a/b");
    files.chmod("/a", 0700);
    fails(FsError.EACCES, () -> files.as(USER).stat("/a/b"));
    assertThatThrownBy(() -> files.as(USER).mkdir("/x", 0755))
        .isInstanceOf(PandoException.AccessDenied.class);
  }

  // Names

  @Test
  void filesAreCreatedAndOpened() {
    assertThat(write("/a", "x").permissions().mode()).isEqualTo(0644);
    fails(FsError.EEXIST, () -> files.createNew("/a", 0644, OpenMode.READ_WRITE));
    fails(FsError.ENOENT, () -> files.open("/b", OpenMode.READ));
    fails(FsError.EISDIR, () -> files.open("/", OpenMode.READ));
    fails(FsError.EISDIR, () -> files.create("/", 0644, OpenMode.READ_WRITE));
    fails(FsError.EISDIR, () -> files.create("/n/", 0644, OpenMode.READ_WRITE));
    files.symlink("target", "/link");
    write("/link", "through");
    assertThat(read("/target")).isEqualTo("through");
    write("/link", "again!!");
    assertThat(read("/target")).isEqualTo("again!!");
    fails(FsError.EEXIST, () -> files.createNew("/link", 0644, OpenMode.READ_WRITE));
  }

  @Test
  void namesAreMovedLinkedAndRemoved() {
    write("/a", "a");
    write("/b", "b");
    files.rename("/a", "/b", RenameMode.REPLACE);
    assertThat(read("/b")).isEqualTo("a");
    write("/c", "c");
    fails(FsError.EEXIST, () -> files.rename("/b", "/c", RenameMode.NO_REPLACE));
    files.rename("/b", "/c", RenameMode.EXCHANGE);
    assertThat(read("/b")).isEqualTo("c");
    assertThat(files.link("/b", "/d").links()).isEqualTo(2);
    fails(FsError.ENOTDIR, () -> files.rename("/b", "/e/", RenameMode.REPLACE));
    fails(FsError.ENOTDIR, () -> files.remove("/b/"));
    fails(FsError.EBUSY, () -> files.rename("/", "/x", RenameMode.REPLACE));
    files.mkdir("/dir", 0755);
    fails(FsError.EPERM, () -> files.link("/dir", "/dir2"));
    files.rename("/dir/", "/moved/", RenameMode.REPLACE);
    files.remove("/b");
    assertThat(files.stat("/d").links()).isEqualTo(1);
    fails(FsError.ENOENT, () -> files.symlink("", "/s"));
    fails(FsError.ENOENT, () -> files.symlink("x", "/s/"));
  }

  @Test
  void asynchronousCallsAreMade() {
    files
        .mkdirAsync("/a", 0755)
        .thenCompose(_ -> files.createAsync("/a/f", 0600, OpenMode.READ_WRITE))
        .thenCompose(file ->
            file.writeAsync(0, ByteBuffer.wrap(new byte[10])).thenCompose(_ -> file.closeAsync()))
        .thenCompose(_ -> files.linkAsync("/a/f", "/a/g"))
        .thenCompose(_ -> files.renameAsync("/a/g", "/a/h", RenameMode.REPLACE))
        .thenCompose(_ -> files.removeAsync("/a/f"))
        .thenCompose(_ -> files.syncAsync())
        .join();
    assertThat(files.stat("/a/h").sizeBytes()).isEqualTo(10);
    assertThatThrownBy(() -> files.removeDirectoryAsync("/a").join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(PandoException.DirectoryNotEmpty.class);
  }

  @Test
  void spaceIsMeasured() {
    write("/a", "x");
    assertThat(files.space().files()).isEqualTo(2);
    assertThat(files.space().freeBytes()).isLessThan(files.space().totalBytes());
    assertThat(files.name()).isEqualTo("test");
    assertThat(files.as(USER).caller()).isEqualTo(USER);
  }
}
