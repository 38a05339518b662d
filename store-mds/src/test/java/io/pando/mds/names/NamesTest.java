package io.pando.mds.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.NewContent;
import io.pando.fs.request.FsRequest.XattrMode;
import io.pando.fs.request.InodeChange;
import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What requests do, by example. */
class NamesTest {
  private static final Timestamp NOW = new Timestamp(9_000, 0);
  private static final Caller ONE = new Caller(1, 1, List.of());

  private final NamesWorld world = new NamesWorld(1 << 20);
  private long last;

  private Ino make(Ino directory, String name, NewContent content) {
    last++;
    Ino ino = new Ino(Ino.FIRST_FREE.value() + last);
    FsAnswer answer =
        world.request(
            Caller.ROOT, new FsRequest.Make(directory, EntryName.of(name), ino, 0755, 0, content));
    assertThat(answer).isInstanceOf(FsAnswer.Found.class);
    return ino;
  }

  private Ino directory(Ino parent, String name) {
    return make(parent, name, new NewContent.NewDirectory());
  }

  private Ino file(Ino parent, String name) {
    return make(parent, name, new NewContent.NewFile());
  }

  private void set(Ino ino, String name, String value) {
    FsAnswer answer =
        world.carryOut(names ->
            names.execute(
                Caller.ROOT,
                NOW,
                new FsRequest.SetXattr(ino, name, Payload.utf8(value), XattrMode.EITHER)));
    assertThat(answer).isInstanceOf(FsAnswer.Found.class);
  }

  private Inode inode(Ino ino) {
    return ((FsAnswer.Found)
            world
                .peek(names -> names.execute(Caller.ROOT, NOW, new FsRequest.GetInode(ino)))
                .answer())
        .inode();
  }

  private SubtreeTotals totals(Ino ino) {
    return ((InodeContent.Directory) inode(ino).content()).totals().subtree();
  }

  private FileLayout layout(Ino ino) {
    return ((InodeContent.File) inode(ino).content()).layout();
  }

  @Test
  void filesGetTheLayoutOfTheNearestDirectoryThatHasOne() {
    Ino above = directory(Ino.ROOT, "above");
    Ino below = directory(above, "below");
    assertThat(layout(file(below, "default"))).isEqualTo(NamesWorld.CONFIG.layout());
    set(above, "pando.layout.stripe_count", "2");
    set(above, "pando.layout.pool", "4");
    assertThat(layout(file(below, "inherited")))
        .isEqualTo(new FileLayout(4 << 20, 2, 4 << 20, new PoolId(4)));
    set(below, "pando.layout.stripe_unit", "65536");
    Ino own = file(below, "own");
    assertThat(layout(own).stripeUnit()).isEqualTo(65_536);
    assertThat(layout(own).stripeCount()).as("the others are the default").isEqualTo(1);
    set(own, "pando.layout.object_size", "131072");
    assertThat(layout(own).objectBytes()).isEqualTo(131_072);
    FsAnswer _ =
        world.carryOut(names ->
            names.execute(Caller.ROOT, NOW, new FsRequest.RemoveXattr(below, "pando.layout.pool")));
    assertThat(layout(file(below, "again")).stripeCount()).isEqualTo(2);
  }

  @Test
  void totalsAreExactBeforeTheyMoveUpwardsAndAfter() {
    Ino deepest = Ino.ROOT;
    List<Ino> path = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      path.add(deepest);
      deepest = directory(deepest, "d");
    }
    Ino file = file(deepest, "file");
    world.request(Caller.ROOT, new FsRequest.SetAttributes(file, InodeChange.ofSize(1_000)));
    for (int i = 0; i < 10; i++) {
      assertThat(totals(path.get(i))).isEqualTo(new SubtreeTotals(1_000, 1, 10 - i));
    }
    while (world.tree().isAhead()) {
      world.propagate(2);
      assertThat(totals(Ino.ROOT)).isEqualTo(new SubtreeTotals(1_000, 1, 10));
    }
    RowCheck.check(world);
  }

  @Test
  void quotasLimitWhatClientsAreGranted() {
    Ino directory = directory(Ino.ROOT, "limited");
    set(directory, "pando.quota.bytes", "1000");
    Ino one = file(directory(directory, "below"), "one");
    Ino two = file(directory, "two");
    FsAnswer _ =
        world.carryOut(names ->
            names.change(
                one,
                it ->
                    it.withContent(new InodeContent.File(NamesWorld.CONFIG.layout(), 600, 0, 0))));
    assertThat(allowed(two, 399)).isEqualTo(399);
    assertThat(allowed(two, 401)).isEqualTo(400);
    assertThat(allowed(one, 600)).isEqualTo(600);
    assertThat(allowed(one, 50_000)).isEqualTo(1_000);
    set(directory, "pando.quota.bytes", "600");
    assertThat(allowed(one, 600)).isEqualTo(600);
    assertThat(allowed(one, 601)).isEqualTo(-1);
  }

  /** Up to where a file may grow; -1 if it may not. */
  private long allowed(Ino file, long size) {
    long[] to = {-1};
    FsAnswer answer = world.peek(names -> names.mayGrow(file, size, it -> to[0] = it)).answer();
    assertThat(answer instanceof FsAnswer.Found).isEqualTo(to[0] >= 0);
    return to[0];
  }

  @Test
  void quotasCountWhatIsMovedOnce() {
    Ino limited = directory(Ino.ROOT, "limited");
    Ino file = file(Ino.ROOT, "file");
    world.request(Caller.ROOT, new FsRequest.SetAttributes(file, InodeChange.ofSize(600)));
    make(Ino.ROOT, "link", new NewContent.NewSymlink(Payload.utf8("x".repeat(600))));
    set(limited, "pando.quota.bytes", "1000");
    for (String name : List.of("file", "link")) {
      FsRequest rename =
          new FsRequest.Rename(
              Ino.ROOT,
              EntryName.of(name),
              limited,
              EntryName.of(name),
              FsRequest.RenameMode.REPLACE);
      assertThat(world.carryOut(names -> names.execute(Caller.ROOT, NOW, rename)))
          .isEqualTo(new FsAnswer.Done());
    }
    assertThat(totals(limited)).isEqualTo(new SubtreeTotals(600, 2, 0));
  }

  @Test
  void removedFilesAreStraysUntilTheyArePurged() {
    Ino file = file(Ino.ROOT, "file");
    Execution.Plan plan =
        world.peek(names ->
            names.execute(
                Caller.ROOT, NOW, new FsRequest.Remove(Ino.ROOT, EntryName.of("file"), false)));
    assertThat(plan.update().strays()).containsExactly(file);
    world.request(Caller.ROOT, new FsRequest.Remove(Ino.ROOT, EntryName.of("file"), false));
    assertThat(inode(file).links()).isZero();
    world.purge(file);
    assertThat(world.names().shown(file)).isNull();
    assertThat(world.peek(names -> names.purge(file)).answer())
        .isEqualTo(new FsAnswer.Failed(FsError.ENOENT));
  }

  @Test
  void changesExcludeTheCapabilitiesOfOthers() {
    Ino directory = directory(Ino.ROOT, "d");
    FsRequest make =
        new FsRequest.Make(
            directory, EntryName.of("f"), new Ino(1L << 50), 0644, 0, new NewContent.NewFile());
    Execution.Plan plan = world.peek(names -> names.execute(Caller.ROOT, NOW, make));
    assertThat(plan.footprint().get(directory))
        .isEqualTo(
            CapabilitySet.of(
                Capability.NAMES_SHARED,
                Capability.NAMES_EXCLUSIVE,
                Capability.ATTRIBUTES_EXCLUSIVE,
                Capability.XATTRS_EXCLUSIVE));
    assertThat(plan.update().changed()).containsExactly(directory, new Ino(1L << 50));
    Execution.Plan refused = world.peek(names -> names.execute(ONE, NOW, make));
    assertThat(refused.answer()).isEqualTo(new FsAnswer.Failed(FsError.EACCES));
    assertThat(refused.footprint().get(directory))
        .as("others may cache names")
        .isEqualTo(
            CapabilitySet.of(
                Capability.NAMES_EXCLUSIVE,
                Capability.ATTRIBUTES_EXCLUSIVE,
                Capability.XATTRS_EXCLUSIVE));
    assertThat(refused.update().isEmpty()).isTrue();
  }

  @Test
  void truncationEndsTheUseOfData() {
    Ino file = file(Ino.ROOT, "file");
    FsRequest truncate = new FsRequest.SetAttributes(file, InodeChange.ofSize(0));
    Execution.Plan plan = world.peek(names -> names.execute(Caller.ROOT, NOW, truncate));
    assertThat(plan.footprint().get(file))
        .isEqualTo(
            CapabilitySet.of(
                Capability.READ,
                Capability.CACHE,
                Capability.WRITE,
                Capability.BUFFER,
                Capability.ATTRIBUTES_SHARED,
                Capability.ATTRIBUTES_EXCLUSIVE,
                Capability.LINKS_EXCLUSIVE,
                Capability.XATTRS_EXCLUSIVE));
  }

  @Test
  void listingsContinueWhereTheyEnded() {
    Ino directory = directory(Ino.ROOT, "d");
    for (int i = 0; i < 25; i++) {
      file(directory, "file " + i);
    }
    List<EntryName> listed = new ArrayList<>();
    long hash = -1;
    EntryName name = null;
    boolean more = true;
    while (more) {
      FsAnswer.Listing page =
          (FsAnswer.Listing)
              world.request(Caller.ROOT, new FsRequest.ListDirectory(directory, hash, name, 4));
      page.entries().forEach(it -> listed.add(it.name()));
      name = listed.getLast();
      hash = name.hash(NamesWorld.HASH);
      more = page.more();
      FsAnswer _ = world.request(Caller.ROOT, new FsRequest.Remove(directory, name, false));
    }
    assertThat(listed).hasSize(25).doesNotHaveDuplicates();
  }

  @Test
  void longListingsEndEarly() {
    Ino directory = directory(Ino.ROOT, "d");
    for (int i = 0; i < 30; i++) {
      set(file(directory, "file " + i), "user.large", "x".repeat(60_000));
    }
    FsAnswer.Listing page =
        (FsAnswer.Listing)
            world
                .peek(names ->
                    names.execute(
                        Caller.ROOT, NOW, new FsRequest.ListDirectory(directory, -1, null, 100)))
                .answer();
    assertThat(page.entries()).hasSizeBetween(15, 20);
    assertThat(page.more()).isTrue();
  }

  @Test
  void aFileSystemIsMadeOnce() {
    assertThat(world.peek(names -> names.format(NOW)).update().isEmpty()).isTrue();
    assertThat(inode(Ino.ROOT).permissions()).isEqualTo(NamesWorld.CONFIG.root());
    NamesConfig second =
        new NamesConfig(NamesWorld.CONFIG.layout(), List.of(), NamesWorld.CONFIG.root(), 1);
    Execution made = new Names(second, world.tree()).format(NOW);
    assertThat(made)
        .isInstanceOfSatisfying(Execution.Missing.class, it -> assertThat(it.rows()).hasSize(1));
    assertThat(second.strays()).isEqualTo(new Ino(257));
  }

  @Test
  void pathsWithLargeAttributesAreMentionedInParts() {
    List<Ino> path = new ArrayList<>();
    path.add(Ino.ROOT);
    for (int i = 0; i < 24; i++) {
      path.add(directory(path.getLast(), "d"));
      FsAnswer _ =
          world.request(
              Caller.ROOT,
              new FsRequest.SetXattr(
                  path.getLast(), "user.large", Payload.wrap(new byte[60_000]), XattrMode.CREATE));
    }
    for (int i = 0; i < 30; i++) {
      file(path.getLast(), "file " + i);
      world.pump(true);
      world.propagate(50);
    }
    world.pump(true);
    world.crash(0);
    world.compareAll();
    RowCheck.check(world);
  }
}
