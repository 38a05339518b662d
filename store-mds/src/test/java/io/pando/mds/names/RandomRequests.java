package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.DirFragment;
import io.pando.fs.DirFragments;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.NewContent;
import io.pando.fs.request.FsRequest.RenameMode;
import io.pando.fs.request.FsRequest.XattrMode;
import io.pando.fs.request.InodeChange;
import io.pando.fs.request.InodeChange.TimeChange;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One random history. */
final class RandomRequests {
  private static final List<Caller> CALLERS =
      List.of(
          Caller.ROOT,
          Caller.ROOT,
          Caller.ROOT,
          new Caller(1, 1, List.of(10)),
          new Caller(2, 2, List.of(10)),
          new Caller(3, 1, List.of()));
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "ü");
  private static final int[] MODES = {
    0777, 0777, 0755, 0700, 0750, 0775, 01777, 02777, 02750, 04755, 06777, 02644, 0, 0606, 0070
  };
  private static final List<RenameMode> RENAME_MODES = List.of(RenameMode.values());
  private static final List<XattrMode> XATTR_MODES = List.of(XattrMode.values());
  private static final List<String> XATTRS =
      List.of(
          "user.one",
          "user.two",
          "trusted.x",
          "security.y",
          "pando.quota.files",
          "pando.quota.bytes",
          "system.posix_acl_access",
          "system.posix_acl_default");

  private final Random64 random;
  private final NamesWorld world = new NamesWorld();
  private final List<FsRequest.Make> made = new ArrayList<>();
  private long last = Ino.FIRST_FREE.value();
  private int crashes;
  private int changes;
  private int errors;

  RandomRequests(long seed) {
    random = new Random64(seed);
  }

  NamesWorld world() {
    return world;
  }

  int crashes() {
    return crashes;
  }

  int changes() {
    return changes;
  }

  int errors() {
    return errors;
  }

  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      step();
    }
    world.compareAll();
    RowCheck.check(world);
    world.pump(true);
    crash();
    world.compareAll();
    RowCheck.check(world);
  }

  private void crash() {
    crashes++;
    world.crash(random.nextInt(6));
  }

  private void step() {
    switch (random.nextInt(24)) {
      case 0, 1 -> evict();
      case 2 -> world.propagate(1 + random.nextInt(4));
      case 3 -> world.pump(random.nextBoolean());
      case 4 -> disturb();
      default -> request();
    }
  }

  private void disturb() {
    switch (random.nextInt(5)) {
      case 0 -> {
        crash();
        if (random.oneIn(4)) {
          world.compareAll();
        }
      }
      case 1 -> {
        ModelNode node = node();
        if (node.names == 0 && !node.isDirectory()) {
          world.purge(node.ino);
        }
      }
      case 2 -> {
        ModelNode node = node();
        if (node.type == FileType.REGULAR && node.uncut > 0) {
          world.cut(node.ino);
        }
      }
      default -> world.pump(true);
    }
  }

  private void evict() {
    for (int i = 0; i < 10; i++) {
      ModelNode directory = node();
      EntryKey key = EntryKey.of(name(), NamesWorld.HASH);
      DirFragments fragments = DirFragments.ONE.split(DirFragment.WHOLE, 2);
      boolean _ = world.tree().evict(new FragmentId(directory.ino, fragments.of(key.hash())), key);
      boolean _ = world.tree().evict(new FragmentId(directory.ino, DirFragment.WHOLE), key);
      boolean _ = world.tree().evictLink(node().ino);
    }
  }

  // Choices

  private ModelNode node() {
    List<ModelNode> nodes = List.copyOf(world.model().nodes().values());
    return nodes.get(random.nextInt(nodes.size()));
  }

  private Ino ino() {
    return random.oneIn(40) ? new Ino(last + 77) : node().ino;
  }

  private Ino directory() {
    ModelNode chosen = node();
    for (int i = 0; i < 4 && !chosen.isDirectory(); i++) {
      chosen = node();
    }
    return random.oneIn(6) ? Ino.ROOT : chosen.ino;
  }

  private EntryName name() {
    return EntryName.of(NAMES.get(random.nextInt(NAMES.size())));
  }

  /** A name in a directory, mostly one that exists. */
  private EntryName name(Ino directory) {
    ModelNode node = world.model().nodes().get(directory);
    if (node == null || node.children.isEmpty() || random.oneIn(5)) {
      return name();
    }
    List<String> names = List.copyOf(node.children.keySet());
    return EntryName.of(names.get(random.nextInt(names.size())));
  }

  private int mode() {
    return MODES[random.nextInt(MODES.length)];
  }

  private void request() {
    FsRequest request = choose();
    FsAnswer answer = world.request(CALLERS.get(random.nextInt(CALLERS.size())), request);
    if (answer instanceof FsAnswer.Failed) {
      errors++;
    } else if (request instanceof FsRequest.Change) {
      changes++;
    }
    if (request instanceof FsRequest.Make it && answer instanceof FsAnswer.Found) {
      made.add(it);
      if (it.content() instanceof NewContent.NewDirectory && random.oneIn(3)) {
        splitIfNew(it);
      }
    }
  }

  private void splitIfNew(FsRequest.Make it) {
    ModelNode node = world.model().nodes().get(it.ino());
    if (node != null && node.children.isEmpty() && node.modified.equals(node.born)) {
      world.split(it.ino());
    }
  }

  private FsRequest choose() {
    return switch (random.nextInt(20)) {
      case 0 -> {
        Ino directory = directory();
        yield new FsRequest.Lookup(directory, name(directory));
      }
      case 1 -> new FsRequest.GetInode(ino());
      case 2 -> new FsRequest.GetParent(ino());
      case 3 -> list();
      case 4, 5, 6, 7, 8 -> make();
      case 9, 10 -> new FsRequest.Link(ino(), directory(), name());
      case 11, 12 -> {
        Ino directory = directory();
        yield new FsRequest.Remove(directory, name(directory), random.oneIn(3));
      }
      case 13, 14, 15 -> {
        Ino from = directory();
        Ino to = directory();
        RenameMode mode = RENAME_MODES.get(random.nextInt(3));
        yield new FsRequest.Rename(from, name(from), to, name(to), mode);
      }
      case 16, 17 -> new FsRequest.SetAttributes(ino(), attributes());
      case 18 -> setXattr();
      default ->
          new FsRequest.RemoveXattr(
              ino(), XATTRS.get(random.nextBoolean() ? random.nextInt(4) : 6 + random.nextInt(2)));
    };
  }

  private FsRequest list() {
    Ino directory = directory();
    EntryKey after = EntryKey.of(name(directory), NamesWorld.HASH);
    int most = random.nextInt(5);
    return random.nextBoolean()
        ? new FsRequest.ListDirectory(directory, -1, null, most)
        : new FsRequest.ListDirectory(
            directory, after.hash(), random.nextBoolean() ? after.name() : null, most);
  }

  private FsRequest make() {
    if (!made.isEmpty() && random.oneIn(25)) {
      FsRequest.Make old = made.getLast();
      ModelNode node = world.model().nodes().get(old.directory());
      if (node != null
          && node.children.get(old.name().toString()) == world.model().nodes().get(old.ino())) {
        return old;
      }
    }
    last += 1_000;
    NewContent content =
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> new NewContent.NewDirectory();
          case 3 -> new NewContent.NewSymlink(Payload.utf8("to/" + last));
          case 4 -> new NewContent.NewSpecial(FileType.BLOCK_DEVICE, 17);
          case 5 -> new NewContent.NewSpecial(FileType.FIFO, 0);
          default -> new NewContent.NewFile();
        };
    int mask = random.oneIn(3) ? 022 : 0;
    return new FsRequest.Make(directory(), name(), new Ino(last), mode(), mask, content);
  }

  private InodeChange attributes() {
    return switch (random.nextInt(7)) {
      case 0 -> InodeChange.ofMode(mode());
      case 1 -> InodeChange.ofOwner(random.nextInt(4), null);
      case 2 -> InodeChange.ofOwner(null, random.oneIn(3) ? 10 : random.nextInt(4));
      case 3, 4 -> InodeChange.ofSize(random.nextInt(5_000));
      case 5 -> InodeChange.ofTimes(time(), time());
      default ->
          random.oneIn(3)
              ? InodeChange.NONE
              : InodeChange.ofTimes(new TimeChange.ToNow(), new TimeChange.ToNow());
    };
  }

  private @Nullable TimeChange time() {
    return switch (random.nextInt(4)) {
      case 0 -> null;
      case 1 -> new TimeChange.ToNow();
      case 2 -> new TimeChange.To(new Timestamp(random.nextInt(50) - 20, 1));
      default -> new TimeChange.To(new Timestamp(9_000_000 + random.nextInt(50), 3));
    };
  }

  private FsRequest setXattr() {
    String name = XATTRS.get(random.nextInt(XATTRS.size()));
    Payload value =
        switch (name) {
          case "pando.quota.files" -> Payload.utf8("" + random.nextInt(12));
          case "pando.quota.bytes" -> Payload.utf8("" + random.nextInt(20_000));
          case "system.posix_acl_access", "system.posix_acl_default" -> accessList();
          default -> Payload.utf8("value " + random.nextInt(100));
        };
    return new FsRequest.SetXattr(ino(), name, value, XATTR_MODES.get(random.nextInt(3)));
  }

  private Payload accessList() {
    SortedMap<Integer, Integer> users = new TreeMap<>();
    SortedMap<Integer, Integer> groups = new TreeMap<>();
    if (random.nextBoolean()) {
      users.put(1 + random.nextInt(3), random.nextInt(8));
    }
    if (random.nextBoolean()) {
      groups.put(random.nextBoolean() ? 10 : 2, random.nextInt(8));
    }
    boolean mask = random.nextBoolean() || !users.isEmpty() || !groups.isEmpty();
    return new ModelList(
            7, users, random.nextInt(8), groups, mask ? random.nextInt(8) : -1, random.nextInt(8))
        .bytes();
  }
}
