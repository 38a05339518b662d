package io.pando.fuse.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.request.FsRequest;
import io.pando.fuse.device.MountException;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileFlags;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.NameRequest;
import io.pando.fuse.protocol.NodeRequest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Listings of directories, page by page. */
class DirectoryCallsTest {
  private static final int PAGE = 4096;
  private static final int ENTRY_OUT = 128;
  private static final int HEAD = 24;
  private static final int COUNT = 1_000;

  private FilesFixture fixture;

  private record Listed(long position, String name, long node) {}

  @BeforeEach
  void fill() throws MountException {
    fixture = FilesFixture.begin();
    for (int i = 0; i < COUNT; i++) {
      make("entry-" + i);
    }
  }

  private void make(String name) {
    fixture.get(
        FuseAnswer.Entry.class,
        new NameRequest.MakeNode(1, FuseName.of(name), new NameRequest.NewMode(0100600, 0), 0));
  }

  private long open() {
    return fixture
        .get(FuseAnswer.Opened.class, new NodeRequest.OpenDirectory(1, new FileFlags(0)))
        .handle();
  }

  private List<Listed> page(long handle, long position, boolean withLookup) {
    ByteBuffer in =
        fixture
            .get(
                FuseAnswer.Data.class,
                new FileRequest.ReadDirectory(1, handle, position, PAGE, withLookup))
            .bytes()
            .asByteBuffer()
            .order(ByteOrder.nativeOrder());
    List<Listed> entries = new ArrayList<>();
    while (in.hasRemaining()) {
      long node = withLookup ? in.getLong(in.position()) : 0;
      in.position(in.position() + (withLookup ? ENTRY_OUT : 0));
      int begin = in.position();
      long at = in.getLong(begin + 8);
      byte[] name = new byte[in.getInt(begin + 16)];
      in.get(begin + HEAD, name);
      entries.add(new Listed(at, new String(name, StandardCharsets.UTF_8), node));
      in.position(begin + (HEAD + name.length + 7) / 8 * 8);
    }
    return entries;
  }

  private List<Listed> rest(long handle, long position, boolean withLookup) {
    List<Listed> all = new ArrayList<>();
    List<Listed> page = page(handle, position, withLookup);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = page(handle, page.getLast().position, withLookup);
    }
    return all;
  }

  private static List<String> names(List<Listed> entries) {
    return entries.stream().map(Listed::name).toList();
  }

  @Test
  void everyEntryIsListedOnce() {
    for (boolean withLookup : new boolean[] {false, true}) {
      List<Listed> all = rest(open(), 0, withLookup);
      assertThat(names(all).subList(0, 2)).containsExactly(".", "..");
      assertThat(new TreeSet<>(names(all))).hasSize(COUNT + 2).hasSameSizeAs(all);
      assertThat(all.stream().map(Listed::position)).isSorted().allMatch(at -> at > 0);
    }
  }

  /** How many of the first entries the kernel is told with their nodes. */
  private long told() {
    return page(open(), 0, true).stream().filter(each -> each.node != 0).count();
  }

  @Test
  void whatTheKernelHasIsNotToldAgain() throws Exception {
    assertThat(told()).isZero();
    fixture.nanoTime.addAndGet(9_500_000_000L);
    assertThat(told()).isPositive();
    assertThat(told()).isZero();
    fixture
        .files
        .revoke(Ino.ROOT, CapabilitySet.of(Capability.NAMES_SHARED, Capability.NAMES_EXCLUSIVE))
        .get(10, TimeUnit.SECONDS);
    assertThat(told()).isPositive();
  }

  @Test
  void theKernelIsToldOfFilesWhoseAttributesItLost() throws Exception {
    Listed first = page(open(), 0, false).get(2);
    String name = first.name;
    FuseAnswer.Entry file =
        fixture.get(FuseAnswer.Entry.class, new NameRequest.Lookup(1, FuseName.of(name)));
    fixture
        .files
        .revoke(new Ino(file.node()), CapabilitySet.of(Capability.ATTRIBUTES_SHARED))
        .get(10, TimeUnit.SECONDS);
    assertThat(page(open(), 0, true))
        .contains(new Listed(first.position, name, file.node()))
        .filteredOn(each -> each.node != 0)
        .hasSize(1);
  }

  @Test
  void fewCallsListMany() {
    long handle = open();
    fixture.files.calls().clear();
    rest(handle, 0, false);
    long listings =
        fixture.files.calls().stream()
            .filter(each -> each instanceof FileCall.Request(FsRequest.ListDirectory _))
            .count();
    assertThat(listings).isLessThanOrEqualTo(2);
  }

  @Test
  void positionsStayTrueWhileEntriesComeAndGo() {
    long handle = open();
    List<Listed> before = rest(handle, 0, true);
    for (int i = 0; i < 10 * COUNT; i++) {
      make("late-" + i);
    }
    for (int at : new int[] {1, 2, 500, 900}) {
      for (long by : new long[] {handle, open()}) {
        List<String> now = names(rest(by, before.get(at).position, false));
        List<String> old = now.stream().filter(each -> each.startsWith("entry")).toList();
        assertThat(old)
            .isEqualTo(
                names(before.subList(at + 1, before.size())).stream()
                    .filter(each -> !each.equals(".."))
                    .toList());
      }
    }
  }

  @Test
  void entryThatWasRemovedMeanwhileIsNotGivenFromMemory() {
    long handle = open();
    List<Listed> first = page(handle, 0, true);
    Listed next = page(handle, first.getLast().position, true).getFirst();
    handle = open();
    page(handle, 0, true);
    fixture.get(FuseAnswer.Done.class, new NameRequest.Unlink(1, FuseName.of(next.name)));
    List<Listed> after = page(handle, first.getLast().position, true);
    assertThat(names(after)).doesNotContain(next.name).isNotEmpty();
  }

  @Test
  void permissionIsCheckedWhenADirectoryIsOpened() {
    FuseAnswer.Entry secret =
        fixture.get(
            FuseAnswer.Entry.class,
            new NameRequest.MakeDirectory(
                1, FuseName.of("secret"), new NameRequest.NewMode(0711, 0)));
    assertThat(
            fixture.ask(5, 5, new NodeRequest.OpenDirectory(secret.node(), new FileFlags(0))).errno)
        .isEqualTo(Errno.EACCES);
    assertThat(fixture.ask(new FileRequest.ReadDirectory(1, 999, 0, PAGE, false)).errno)
        .isEqualTo(Errno.EBADF);
  }
}
