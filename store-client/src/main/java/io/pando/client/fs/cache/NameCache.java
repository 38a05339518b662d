package io.pando.client.fs.cache;

import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryKey;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Names by directory, those that do not exist included. Names of a directory are kept while the
 * client may know them; beyond a number of names, those of the directory that was used longest ago
 * are dropped.
 */
final class NameCache {
  private static final int MOST_LAYOUT_SECONDS = 10;

  private final Map<Ino, CachedDirectory> directories = new LinkedHashMap<>(16, 0.75f, true);
  private final NameHash hash;
  private final Overlaps overlaps;
  private final Function<Ino, CapabilitySet> usable;
  private final int mostNames;
  private int size;

  NameCache(NameHash hash, Overlaps overlaps, Function<Ino, CapabilitySet> usable, int mostNames) {
    this.hash = hash;
    this.overlaps = overlaps;
    this.usable = usable;
    this.mostNames = mostNames;
  }

  /** What a name stands for; null if that is not known, empty if the name does not exist. */
  @SuppressWarnings("NullableOptional") // three states, as said above
  @Nullable Optional<Ino> find(Ino directory, EntryName name) {
    CachedDirectory known = directories.get(directory);
    if (known == null || overlaps.isPending(new CachedSubject.OfName(directory, name))) {
      return null;
    }
    EntryKey key = EntryKey.of(name, hash);
    Optional<Ino> found = known.names.get(key);
    if (found == null && known.isKnown(key)) {
      return Optional.empty();
    }
    return found;
  }

  /** A name stands for an inode, or does not exist. */
  void put(Ino directory, EntryName name, Optional<Ino> ino) {
    if (!Grounds.names(usable.apply(directory))) {
      return;
    }
    CachedDirectory known = directories.computeIfAbsent(directory, _ -> new CachedDirectory());
    put(known, EntryKey.of(name, hash), ino);
    trim(directory);
  }

  private void put(CachedDirectory known, EntryKey key, Optional<Ino> ino) {
    size += known.names.put(key, ino) == null ? 1 : 0;
  }

  /**
   * An inode was made in a directory: a new directory has no names.
   *
   * @param request the request for it
   */
  void onMade(FsRequest.Make request, Inode made) {
    switch (made.content()) {
      case InodeContent.Directory it -> {
        boolean empty = it.totals().entries() == 0;
        if (empty
            && Grounds.names(usable.apply(made.ino()))
            && !directories.containsKey(made.ino())) {
          CachedDirectory known = new CachedDirectory();
          known.complete = true;
          directories.put(made.ino(), known);
        }
      }
      case InodeContent.File it -> {
        CachedDirectory known = directories.get(request.directory());
        boolean byServer =
            !(request.content() instanceof FsRequest.NewContent.NewWritten written)
                || written.layout() == null;
        if (known != null && byServer) {
          known.layout = it.layout();
          known.layoutSince = made.times().born();
        }
      }
      case InodeContent.Symlink _, InodeContent.Special _ -> {}
    }
  }

  /**
   * Layout of new files in a directory; null if it was not learned a short time ago. A directory
   * above may get another layout at any time, and no capability tells that.
   */
  @Nullable FileLayout layoutIn(Ino directory, Timestamp now) {
    CachedDirectory known = directories.get(directory);
    if (known == null) {
      return null;
    }
    long age = now.seconds() - known.layoutSince.seconds();
    return age >= 0 && age <= MOST_LAYOUT_SECONDS ? known.layout : null;
  }

  /** It is not known what a name stands for. */
  void forget(Ino directory, EntryName name) {
    CachedDirectory known = directories.get(directory);
    if (known == null) {
      return;
    }
    EntryKey key = EntryKey.of(name, hash);
    size -= known.names.remove(key) == null ? 0 : 1;
    if (known.isKnown(key)) {
      known.complete = false;
      known.knownTo = known.names.lowerKey(key);
    }
  }

  /**
   * A part of a directory was listed, and no change of the directory was under way meanwhile.
   *
   * @param asked the request
   */
  void putListing(FsRequest.ListDirectory asked, FsAnswer.Listing answer) {
    Ino directory = asked.directory();
    if (!Grounds.names(usable.apply(directory))) {
      return;
    }
    CachedDirectory known = directories.computeIfAbsent(directory, _ -> new CachedDirectory());
    boolean continues = asked.afterHash() < 0 || known.reaches(after(asked));
    EntryKey last = null;
    for (FsAnswer.Entry entry : answer.entries()) {
      last = EntryKey.of(entry.name(), hash);
      put(known, last, Optional.of(entry.inode().ino()));
    }
    if (continues) {
      known.extend(last, answer.more());
    }
    trim(directory);
  }

  /** The entry behind which a listing begins; null if it does not begin behind an entry. */
  private static @Nullable EntryKey after(FsRequest.ListDirectory asked) {
    EntryName name = asked.afterName();
    if (asked.afterHash() < 0 || name == null) {
      return null;
    }
    return new EntryKey(asked.afterHash(), name);
  }

  /**
   * Names with their inodes as a request asks for them, one more than it asks for if there are
   * more; null if they are not known.
   */
  @Nullable List<Map.Entry<EntryName, Ino>> list(FsRequest.ListDirectory asked) {
    CachedDirectory known = directories.get(asked.directory());
    if (known == null
        || !known.complete
        || overlaps.isPending(new CachedSubject.OfListing(asked.directory()))
        || (asked.afterHash() >= 0 && asked.afterName() == null)) {
      return null;
    }
    EntryKey after = after(asked);
    List<Map.Entry<EntryName, Ino>> found = new ArrayList<>();
    Map<EntryKey, Optional<Ino>> from =
        after == null ? known.names : known.names.tailMap(after, false);
    for (Map.Entry<EntryKey, Optional<Ino>> entry : from.entrySet()) {
      if (found.size() > asked.most()) {
        break;
      }
      entry.getValue().ifPresent(ino -> found.add(Map.entry(entry.getKey().name(), ino)));
    }
    return found;
  }

  /** Other capabilities of a directory are usable. */
  void onChanged(Ino directory, CapabilitySet now) {
    if (!Grounds.names(now)) {
      drop(directory);
    }
  }

  private void drop(Ino directory) {
    CachedDirectory dropped = directories.remove(directory);
    size -= dropped == null ? 0 : dropped.names.size();
  }

  private void trim(Ino keep) {
    while (size > mostNames && directories.size() > 1) {
      Ino oldest = directories.keySet().iterator().next();
      if (oldest.equals(keep)) {
        return;
      }
      drop(oldest);
    }
    if (size > mostNames) {
      drop(keep);
    }
  }

  void clear() {
    directories.clear();
    size = 0;
  }

  int size() {
    return size;
  }
}
