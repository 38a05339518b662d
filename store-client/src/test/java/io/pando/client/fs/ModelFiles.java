package io.pando.client.fs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Names and inodes of a model server, with the changes that it executed. */
public final class ModelFiles {
  public static final NameHash HASH = new NameHash(77);

  private static final CapabilitySet ATTRIBUTES =
      CapabilitySet.of(Capability.ATTRIBUTES_SHARED, Capability.ATTRIBUTES_EXCLUSIVE);
  private static final CapabilitySet LINKS =
      CapabilitySet.of(Capability.LINKS_SHARED, Capability.LINKS_EXCLUSIVE).union(ATTRIBUTES);
  private static final CapabilitySet NAMES =
      CapabilitySet.of(Capability.NAMES_SHARED, Capability.NAMES_EXCLUSIVE);

  /** A change of a session. */
  public record Done(long session, long number) implements Comparable<Done> {
    @Override
    public int compareTo(Done other) {
      int bySession = Long.compare(session, other.session);
      return bySession != 0 ? bySession : Long.compare(number, other.number);
    }
  }

  public final NavigableMap<Ino, Inode> inodes = new TreeMap<>();
  final Map<Ino, NavigableMap<EntryKey, Ino>> entries = new TreeMap<>();
  final NavigableMap<Done, FsAnswer> done = new TreeMap<>();
  private Timestamp clock = Timestamp.EPOCH;

  /** Of new files. */
  private FileLayout layout = FileLayout.usual(new PoolId(1));

  /** Only a root directory. */
  public static ModelFiles fresh() {
    ModelFiles files = new ModelFiles();
    files.inodes.put(
        Ino.ROOT,
        inode(
            Ino.ROOT,
            new Permissions(0755, 0, 0),
            Timestamp.EPOCH,
            InodeContent.Directory.empty()));
    files.entries.put(Ino.ROOT, new TreeMap<>());
    return files;
  }

  private static Inode inode(
      Ino ino, Permissions permissions, Timestamp clock, InodeContent content) {
    return new Inode(
        ino, permissions, FileTimes.bornAt(clock), 1, content, new TreeMap<>(Utf8Order.INSTANCE));
  }

  /** Files are made with another layout from now on. */
  public ModelFiles withLayout(FileLayout other) {
    layout = other;
    return this;
  }

  ModelFiles copy() {
    ModelFiles copy = new ModelFiles();
    copy.inodes.putAll(inodes);
    entries.forEach((ino, names) -> copy.entries.put(ino, new TreeMap<>(names)));
    copy.done.putAll(done);
    copy.clock = clock;
    copy.layout = layout;
    return copy;
  }

  private NavigableMap<EntryKey, Ino> names(Ino directory) {
    return requireNonNull(entries.get(directory));
  }

  /** Whether it is a directory that was not removed. */
  private boolean isThere(Ino directory) {
    return entries.containsKey(directory) && inode(directory).links() > 0;
  }

  private Inode inode(Ino ino) {
    return requireNonNull(inodes.get(ino));
  }

  private Optional<Ino> find(Ino directory, EntryName name) {
    NavigableMap<EntryKey, Ino> names = entries.get(directory);
    return names == null
        ? Optional.empty()
        : Optional.ofNullable(names.get(EntryKey.of(name, HASH)));
  }

  /** Capabilities that other sessions must not have while the request is executed. */
  public NavigableMap<Ino, CapabilitySet> footprint(FsRequest request) {
    NavigableMap<Ino, CapabilitySet> excluded = new TreeMap<>();
    switch (request) {
      case FsRequest.Query _ -> {}
      case FsRequest.Make it -> excluded.put(it.directory(), NAMES);
      case FsRequest.Link it -> {
        excluded.put(it.directory(), NAMES);
        excluded.merge(it.ino(), LINKS, CapabilitySet::union);
      }
      case FsRequest.Remove it -> {
        excluded.put(it.directory(), NAMES);
        find(it.directory(), it.name())
            .ifPresent(ino -> excluded.merge(ino, LINKS, CapabilitySet::union));
      }
      case FsRequest.Rename it -> {
        excluded.put(it.from(), NAMES);
        excluded.put(it.to(), NAMES);
        find(it.from(), it.name())
            .ifPresent(ino -> excluded.merge(ino, LINKS, CapabilitySet::union));
        find(it.to(), it.newName())
            .ifPresent(ino -> excluded.merge(ino, LINKS, CapabilitySet::union));
      }
      case FsRequest.SetAttributes it -> excluded.put(it.ino(), ATTRIBUTES);
      case FsRequest.SetXattr it ->
          excluded.put(
              it.ino(),
              ATTRIBUTES.union(
                  CapabilitySet.of(Capability.XATTRS_SHARED, Capability.XATTRS_EXCLUSIVE)));
      case FsRequest.RemoveXattr _ -> throw new IllegalArgumentException("not in the model");
    }
    return excluded;
  }

  public FsAnswer query(Caller caller, FsRequest.Query request) {
    return switch (request) {
      case FsRequest.Lookup it -> lookup(caller, it.directory(), it.name());
      case FsRequest.GetInode it -> found(it.ino());
      case FsRequest.ListDirectory it -> list(caller, it);
      case FsRequest.GetParent _ -> new FsAnswer.Failed(FsError.EOPNOTSUPP);
    };
  }

  private FsAnswer found(Ino ino) {
    Inode inode = inodes.get(ino);
    return inode == null ? new FsAnswer.Failed(FsError.ESTALE) : new FsAnswer.Found(inode);
  }

  private Optional<FsAnswer> refused(Caller caller, Ino ino, int things) {
    Inode inode = inodes.get(ino);
    if (inode == null) {
      return Optional.of(new FsAnswer.Failed(FsError.ESTALE));
    }
    if (!inode.isDirectory()) {
      return Optional.of(new FsAnswer.Failed(FsError.ENOTDIR));
    }
    return AccessCheck.allows(caller, inode, things)
        ? Optional.empty()
        : Optional.of(new FsAnswer.Failed(FsError.EACCES));
  }

  private FsAnswer lookup(Caller caller, Ino directory, EntryName name) {
    return refused(caller, directory, AccessCheck.EXECUTE)
        .orElseGet(() ->
            find(directory, name).map(this::found).orElse(new FsAnswer.Failed(FsError.ENOENT)));
  }

  private FsAnswer list(Caller caller, FsRequest.ListDirectory request) {
    Optional<FsAnswer> refused = refused(caller, request.directory(), AccessCheck.READ);
    if (refused.isPresent()) {
      return refused.get();
    }
    List<FsAnswer.Entry> found = new ArrayList<>();
    boolean more = false;
    for (Map.Entry<EntryKey, Ino> each : names(request.directory()).entrySet()) {
      EntryName after = request.afterName();
      boolean behind =
          request.afterHash() < 0
              || each.getKey().hash() > request.afterHash()
              || (after != null
                  && each.getKey().compareTo(new EntryKey(request.afterHash(), after)) > 0);
      if (behind && found.size() == request.most()) {
        more = true;
      } else if (behind) {
        found.add(new FsAnswer.Entry(each.getKey().name(), inode(each.getValue())));
      }
    }
    return new FsAnswer.Listing(found, more);
  }

  /**
   * Executes a change once.
   *
   * @param now becomes the time of the change
   */
  public FsAnswer change(Done id, Caller caller, FsRequest.Change request, Timestamp now) {
    assertThat(done).as("a change is executed twice").doesNotContainKey(id);
    clock = now;
    FsAnswer answer =
        switch (request) {
          case FsRequest.Make it -> make(caller, it);
          case FsRequest.Link it -> link(it);
          case FsRequest.Remove it -> remove(it.directory(), it.name());
          case FsRequest.Rename it -> rename(it);
          case FsRequest.SetAttributes it -> setAttributes(it);
          case FsRequest.SetXattr it -> setXattr(it);
          case FsRequest.RemoveXattr _ -> new FsAnswer.Failed(FsError.EOPNOTSUPP);
        };
    if (!(answer instanceof FsAnswer.Failed)) {
      done.put(id, answer);
    }
    return answer;
  }

  /** The directory whose names a change changes, if it is one: the answer shows it. */
  static @Nullable Ino directoryOf(FsRequest.Change change) {
    return switch (change) {
      case FsRequest.Make make -> make.directory();
      case FsRequest.Remove remove -> remove.directory();
      case FsRequest.Rename rename when rename.from().equals(rename.to()) -> rename.from();
      default -> null;
    };
  }

  /** A directory that a request changed, for its answer; null if it changed none. */
  @Nullable Inode shown(@Nullable Ino changed, FsAnswer answer) {
    return changed == null || answer instanceof FsAnswer.Failed ? null : inodes.get(changed);
  }

  /** The inodes that an answer shows. */
  static List<Ino> inodesIn(FsAnswer answer) {
    return switch (answer) {
      case FsAnswer.Found(Inode inode) -> List.of(inode.ino());
      case FsAnswer.Listing listing ->
          listing.entries().stream().map(each -> each.inode().ino()).toList();
      case FsAnswer.Done _, FsAnswer.Failed _ -> List.of();
    };
  }

  private FsAnswer make(Caller caller, FsRequest.Make it) {
    if (!isThere(it.directory())) {
      return new FsAnswer.Failed(FsError.ENOTDIR);
    }
    if (find(it.directory(), it.name()).isPresent()) {
      return new FsAnswer.Failed(FsError.EEXIST);
    }
    assertThat(inodes).as("a number is used twice").doesNotContainKey(it.ino());
    boolean directory = it.content() instanceof FsRequest.NewContent.NewDirectory;
    InodeContent content =
        directory ? InodeContent.Directory.empty() : InodeContent.File.empty(layout);
    Permissions permissions = new Permissions(it.mode(), caller.user(), caller.group());
    inodes.put(it.ino(), inode(it.ino(), permissions, clock, content));
    if (directory) {
      entries.put(it.ino(), new TreeMap<>());
    }
    put(it.directory(), it.name(), it.ino());
    return found(it.ino());
  }

  private FsAnswer link(FsRequest.Link it) {
    Inode inode = inodes.get(it.ino());
    if (inode == null || inode.isDirectory() || !isThere(it.directory())) {
      return new FsAnswer.Failed(FsError.EPERM);
    }
    if (find(it.directory(), it.name()).isPresent()) {
      return new FsAnswer.Failed(FsError.EEXIST);
    }
    put(it.directory(), it.name(), it.ino());
    relink(it.ino(), 1);
    return found(it.ino());
  }

  private FsAnswer remove(Ino directory, EntryName name) {
    Optional<Ino> ino = find(directory, name);
    if (ino.isEmpty()) {
      return new FsAnswer.Failed(FsError.ENOENT);
    }
    NavigableMap<EntryKey, Ino> within = entries.get(ino.get());
    if (within != null && !within.isEmpty()) {
      return new FsAnswer.Failed(FsError.ENOTEMPTY);
    }
    names(directory).remove(EntryKey.of(name, HASH));
    relink(ino.get(), -1);
    changed(directory);
    return new FsAnswer.Done();
  }

  private FsAnswer rename(FsRequest.Rename it) {
    Optional<Ino> moved = find(it.from(), it.name());
    Optional<Ino> other = find(it.to(), it.newName());
    boolean exchange = it.mode() == FsRequest.RenameMode.EXCHANGE;
    if (moved.isEmpty() || !isThere(it.to()) || (exchange && other.isEmpty())) {
      return new FsAnswer.Failed(FsError.ENOENT);
    }
    boolean directories =
        entries.containsKey(moved.get()) || other.map(entries::containsKey).orElse(false);
    if (directories || (other.isPresent() && it.mode() == FsRequest.RenameMode.NO_REPLACE)) {
      return new FsAnswer.Failed(FsError.EINVAL);
    }
    if (moved.equals(other)) {
      return new FsAnswer.Done();
    }
    names(it.from()).remove(EntryKey.of(it.name(), HASH));
    if (exchange) {
      put(it.from(), it.name(), other.get());
      relink(other.get(), 0);
    } else {
      other.ifPresent(ino -> relink(ino, -1));
    }
    put(it.to(), it.newName(), moved.get());
    relink(moved.get(), 0);
    changed(it.from());
    return new FsAnswer.Done();
  }

  private FsAnswer setAttributes(FsRequest.SetAttributes it) {
    Inode inode = inodes.get(it.ino());
    if (inode == null) {
      return new FsAnswer.Failed(FsError.ESTALE);
    }
    Integer mode = it.change().mode();
    Timestamp now = clock;
    Inode changed = inode.withTimes(inode.times().changedAt(now));
    if (mode != null) {
      changed = changed.withPermissions(inode.permissions().withMode(mode));
    }
    Long size = it.change().size();
    if (size != null) {
      if (!(inode.content() instanceof InodeContent.File file)) {
        return new FsAnswer.Failed(FsError.EISDIR);
      }
      long uncut = file.extent() > size ? file.extent() : 0;
      changed =
          changed
              .withContent(new InodeContent.File(file.layout(), size, 0, uncut))
              .withTimes(inode.times().modifiedAt(now));
    }
    if (it.change().modified() instanceof InodeChange.TimeChange.To(Timestamp modified)) {
      changed = changed.withTimes(changed.times().set(changed.times().accessed(), modified, now));
    }
    inodes.put(it.ino(), changed);
    return found(it.ino());
  }

  private FsAnswer setXattr(FsRequest.SetXattr it) {
    Inode inode = inodes.get(it.ino());
    if (inode == null) {
      return new FsAnswer.Failed(FsError.ESTALE);
    }
    TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.putAll(inode.attributes());
    attributes.put(it.name(), it.value());
    inodes.put(
        it.ino(), inode.withAttributes(attributes).withTimes(inode.times().changedAt(clock)));
    return found(it.ino());
  }

  /** A client says that a file has at least this size. */
  void grow(Ino ino, long size) {
    Inode inode = inodes.get(ino);
    if (inode != null && inode.content() instanceof InodeContent.File file && file.size() < size) {
      inodes.put(ino, inode.withContent(new InodeContent.File(file.layout(), size, 0, 0)));
    }
  }

  private void put(Ino directory, EntryName name, Ino ino) {
    names(directory).put(EntryKey.of(name, HASH), ino);
    changed(directory);
  }

  private void changed(Ino directory) {
    Inode inode = inode(directory);
    long directories = names(directory).values().stream().filter(entries::containsKey).count();
    long files = names(directory).size() - directories;
    if (inode.content() instanceof InodeContent.Directory content) {
      SubtreeTotals below = new SubtreeTotals(0, files, directories);
      Timestamp modified = inode.times().modified().max(clock);
      inodes.put(
          directory,
          inode
              .withContent(
                  content.withTotals(new FragmentTotals(files, directories, below, modified)))
              .withTimes(
                  new FileTimes(
                      inode.times().accessed(),
                      modified,
                      inode.times().changed().max(modified),
                      inode.times().born())));
    }
  }

  private void relink(Ino ino, int by) {
    Inode inode = inode(ino);
    inodes.put(ino, inode.withLinks(inode.links() + by).withTimes(inode.times().changedAt(clock)));
  }
}
