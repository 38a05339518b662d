package io.pando.client.fs.cache;

import io.pando.client.fs.caps.SessionView;
import io.pando.client.fs.session.PendingRequest;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.FileState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Inodes and names that the client knows, and the answers that it gives by itself. An answer is
 * given only if
 *
 * <ul>
 *   <li>the capabilities are usable that exclude a change by others, and were without interruption
 *       since the server showed what is answered;
 *   <li>no change by this client is under way that concerns it;
 *   <li>nothing that concerns it happened between the request and the answer by which it became
 *       known ({@link Overlaps}).
 * </ul>
 *
 * Totals of everything below a directory are not covered by any capability: they may be older.
 */
public final class FileCache {
  private final Overlaps overlaps = new Overlaps();
  private final InodeCache inodes;
  private final NameCache names;
  private final Arrivals arrivals;
  private final AheadNames aheadNames = new AheadNames();
  private final AheadAnswers ahead;

  /**
   * An empty cache.
   *
   * @param hash of the names of the file system
   * @param mostNames most names that it keeps
   * @param usable capabilities that may be used of an inode
   */
  public FileCache(NameHash hash, int mostNames, Function<Ino, CapabilitySet> usable) {
    this.inodes = new InodeCache(overlaps, aheadNames, usable);
    this.names = new NameCache(hash, overlaps, usable, mostNames);
    this.arrivals = new Arrivals(overlaps, inodes, names);
    this.ahead = new AheadAnswers(inodes, names, usable);
  }

  /** The answer to a query; null if the server has to be asked. */
  public @Nullable FsAnswer answer(Caller caller, FsRequest request) {
    return switch (request) {
      case FsRequest.Lookup lookup -> lookup(caller, lookup.directory(), lookup.name());
      case FsRequest.GetInode get -> {
        Inode made = aheadNames.made(get.ino());
        Inode inode = made == null ? inodes.all(get.ino()) : made;
        yield inode == null ? null : new FsAnswer.Found(inode);
      }
      case FsRequest.ListDirectory list -> list(caller, list);
      default -> null;
    };
  }

  /** The answer to a query for an inode whose size and times may be older; null if not known. */
  public @Nullable FsAnswer answerLite(Caller caller, FsRequest.Query query) {
    FsAnswer now = answer(caller, query);
    if (now != null) {
      return now;
    }
    Ino ino =
        switch (query) {
          case FsRequest.GetInode get -> get.ino();
          case FsRequest.Lookup(Ino directory, EntryName name) -> {
            Optional<Ino> found = passes(caller, directory) ? names.find(directory, name) : null;
            yield found == null ? null : found.orElse(null);
          }
          default -> null;
        };
    Inode inode = ino == null ? null : inodes.lite(ino);
    return inode == null ? null : new FsAnswer.Found(inode);
  }

  /** Whether a caller may certainly look up names; the superuser may in every directory. */
  private boolean passes(Caller caller, Ino directory) {
    Inode known = inodes.forAccess(directory);
    return known == null
        ? caller.isSuperuser()
        : refused(caller, known, AccessCheck.EXECUTE) == null;
  }

  /**
   * The answer that the server will give to a change; null if that is not certain.
   *
   * @param now time of the change
   */
  public @Nullable FsAnswer ahead(Caller caller, FsRequest.Change change, Timestamp now) {
    return ahead.of(caller, change, now);
  }

  private @Nullable FsAnswer lookup(Caller caller, Ino directory, EntryName name) {
    Inode parent = inodes.forAccess(directory);
    FsAnswer refused = parent == null ? null : refused(caller, parent, AccessCheck.EXECUTE);
    if (parent == null || refused != null) {
      return refused;
    }
    Optional<Ino> found = names.find(directory, name);
    if (found == null) {
      return null;
    }
    if (found.isEmpty()) {
      return new FsAnswer.Failed(FsError.ENOENT);
    }
    Inode inode = inodes.all(found.get());
    return inode == null ? null : new FsAnswer.Found(inode);
  }

  private @Nullable FsAnswer list(Caller caller, FsRequest.ListDirectory request) {
    Inode directory = inodes.forAccess(request.directory());
    boolean valid = request.most() >= 1 && request.most() <= FsRequest.ListDirectory.MOST_ENTRIES;
    FsAnswer refused =
        directory == null || !valid ? null : refused(caller, directory, AccessCheck.READ);
    if (directory == null || !valid || refused != null) {
      return refused;
    }
    List<Map.Entry<EntryName, Ino>> found = names.list(request);
    if (found == null) {
      return null;
    }
    List<FsAnswer.Entry> entries = new ArrayList<>();
    for (Map.Entry<EntryName, Ino> each : found) {
      Inode inode = inodes.all(each.getValue());
      if (inode == null) {
        return null;
      }
      if (entries.size() < request.most()) {
        entries.add(new FsAnswer.Entry(each.getKey(), inode));
      }
    }
    return new FsAnswer.Listing(entries, found.size() > request.most());
  }

  private static @Nullable FsAnswer refused(Caller caller, Inode directory, int things) {
    if (!directory.isDirectory()) {
      return new FsAnswer.Failed(FsError.ENOTDIR);
    }
    return AccessCheck.allows(caller, directory, things)
        ? null
        : new FsAnswer.Failed(FsError.EACCES);
  }

  /** The inode if it is known who may do what with it; otherwise null. */
  public @Nullable Inode forAccess(Ino ino) {
    return inodes.forAccess(ino);
  }

  /** Where an inode was seen last; null if that is not known. */
  public SessionView.@Nullable Place placeOf(Ino ino) {
    CachedInode known = inodes.seen(ino);
    Ino directory = known == null ? null : known.directory;
    EntryName name = known == null ? null : known.name;
    return directory == null || name == null ? null : new SessionView.Place(directory, name);
  }

  /**
   * A request is sent, or will be.
   *
   * @param time of the call
   */
  public Flight begin(FsRequest request, Timestamp time) {
    Flight flight = new Flight(request, time, overlaps.next(), Subjects.of(request, names));
    overlaps.begin(flight);
    return flight;
  }

  /** A change is sent whose caller was answered already. */
  public Flight beginAhead(PendingRequest change, FsAnswer answer) {
    Flight flight = begin(change.request(), change.time());
    aheadNames.begin(flight, answer);
    return flight;
  }

  /**
   * The request was answered: what is true of the answer, to be put into the cache once the
   * capabilities that came with it are usable.
   *
   * @param directory the directory in which the request changed names, as it left it; null if that
   *     is not told
   */
  public Arrival end(Flight flight, FsAnswer answer, @Nullable Inode directory) {
    aheadNames.end(flight);
    return arrivals.of(flight, answer, directory);
  }

  /** Puts what an answer showed into the cache. */
  public void put(Arrival arrival) {
    arrivals.put(arrival);
  }

  /** The request ended, and it is not known whether it was executed. */
  public void abandon(Flight flight) {
    aheadNames.end(flight);
    overlaps.end(flight);
    flight.subjects.forEach(arrivals::forget);
  }

  /** The server has said of its own accord what an inode is now. */
  public void put(Inode inode) {
    overlaps.mark(new CachedSubject.OfInode(inode.ino()));
    inodes.put(inode);
  }

  /** Other capabilities of an inode may be used. */
  public void onChanged(Ino ino, CapabilitySet before, CapabilitySet now) {
    overlaps.mark(new CachedSubject.OfInode(ino));
    inodes.onChanged(ino, now);
    if (Grounds.names(before) != Grounds.names(now)) {
      overlaps.mark(new CachedSubject.OfNames(ino));
      names.onChanged(ino, now);
    }
    if (Grounds.names(before) && !Grounds.names(now)) {
      onNamesLost(ino);
    }
  }

  /**
   * Others may change the names of a directory from now on, before a change by this client is
   * executed that is under way: it may concern another inode than the one that the name had.
   */
  private void onNamesLost(Ino directory) {
    for (Flight flight : overlaps.changing(new CachedSubject.OfListing(directory))) {
      if (flight.request instanceof FsRequest.Remove
          || flight.request instanceof FsRequest.Rename) {
        overlaps.extend(flight, new CachedSubject.OfSome());
      }
    }
  }

  /**
   * The server is told the size and the times of a file that this client wrote: what it showed
   * before is old.
   */
  public void onTold(Ino ino, FileState state) {
    overlaps.mark(new CachedSubject.OfInode(ino));
    inodes.onTold(ino, state);
  }

  /** Everything may be old. */
  public void clear() {
    inodes.clear();
    names.clear();
    arrivals.clear();
  }

  /** Number of inodes and names in the cache. */
  public int size() {
    return inodes.size() + names.size();
  }
}
