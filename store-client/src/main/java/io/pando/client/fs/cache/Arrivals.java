package io.pando.client.fs.cache;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.probe.Probe;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes from answers what is true of them at their arrival. */
final class Arrivals {
  private final Overlaps overlaps;
  private final InodeCache inodes;
  private final NameCache names;
  private long era;

  Arrivals(Overlaps overlaps, InodeCache inodes, NameCache names) {
    this.overlaps = overlaps;
    this.inodes = inodes;
    this.names = names;
  }

  /** Everything that is known is dropped, so what arrives next is put into an empty cache. */
  void clear() {
    era++;
  }

  /** What is true of an answer. Whatever the request changed is not known any more. */
  Arrival of(Flight flight, FsAnswer answer, @Nullable Inode directory) {
    Arrival arrival = new Arrival(era);
    overlaps.settle(flight);
    if (answer instanceof FsAnswer.Failed(FsError error)) {
      if (flight.request instanceof FsRequest.Lookup lookup && error == FsError.ENOENT) {
        addName(arrival, flight, lookup.directory(), lookup.name(), Optional.empty());
      }
    } else {
      addTargets(arrival, flight, directory);
      addAnswer(arrival, flight, answer);
      addDirectory(arrival, flight, directory);
      for (CachedSubject each : flight.subjects) {
        // A name whose inode is known now is not forgotten, so that all names stay known.
        if (!(each instanceof CachedSubject.OfName it)
            || !arrival.tells(it.directory(), it.name())) {
          forget(each);
        }
      }
    }
    overlaps.end(flight);
    return arrival;
  }

  /** Names by what they stood for before: where the inode of a renamed one is now. */
  private void addTargets(Arrival arrival, Flight flight, @Nullable Inode directory) {
    switch (flight.request) {
      case FsRequest.Remove remove ->
          addName(arrival, flight, remove.directory(), remove.name(), Optional.empty());
      case FsRequest.Rename rename -> {
        Optional<Ino> moved = names.find(rename.from(), rename.name());
        Optional<Ino> other = names.find(rename.to(), rename.newName());
        boolean exchange = rename.mode() == FsRequest.RenameMode.EXCHANGE;
        // Two names of one inode: nothing was done.
        boolean same = moved != null && moved.equals(other);
        if (moved != null && moved.isPresent() && !same) {
          addName(arrival, flight, rename.to(), rename.newName(), moved);
          addMoved(arrival, flight, moved.get(), directory);
        }
        if (exchange && other != null && other.isPresent() && !same) {
          addName(arrival, flight, rename.from(), rename.name(), other);
        } else if (!exchange && moved != null && other != null && !same) {
          addName(arrival, flight, rename.from(), rename.name(), Optional.empty());
        }
      }
      default -> {}
    }
  }

  /**
   * The inode of a file that was renamed in a directory: only the time of its change is another.
   * That is the time of the call, unless the server's clock differs much; then the directory shows
   * the server's.
   */
  private void addMoved(Arrival arrival, Flight flight, Ino moved, @Nullable Inode directory) {
    Inode before = inodes.all(moved);
    if (before != null
        && !before.isDirectory()
        && directory != null
        && directory.times().modified().equals(flight.time)) {
      Probe.reached("files: an inode stays known when its name changes");
      addInode(arrival, flight, before.withTimes(before.times().changedAt(flight.time)));
    }
  }

  private void addAnswer(Arrival arrival, Flight flight, FsAnswer answer) {
    switch (answer) {
      case FsAnswer.Found(Inode inode) -> {
        addInode(arrival, flight, inode);
        Optional<Ino> ino = Optional.of(inode.ino());
        switch (flight.request) {
          case FsRequest.Lookup it -> addName(arrival, flight, it.directory(), it.name(), ino);
          case FsRequest.Make it -> {
            addName(arrival, flight, it.directory(), it.name(), ino);
            addMade(arrival, flight, it, inode);
          }
          case FsRequest.Link it -> addName(arrival, flight, it.directory(), it.name(), ino);
          default -> {}
        }
      }
      case FsAnswer.Listing listing -> {
        if (flight.request instanceof FsRequest.ListDirectory asked) {
          for (FsAnswer.Entry entry : listing.entries()) {
            addInode(arrival, flight, entry.inode());
          }
          if (overlaps.isCurrent(new CachedSubject.OfListing(asked.directory()), flight)
              && overlaps.isCurrent(new CachedSubject.OfNames(asked.directory()), flight)) {
            arrival.asked = asked;
            arrival.listing = listing;
          }
        }
      }
      case FsAnswer.Done _, FsAnswer.Failed _ -> {}
    }
  }

  private void addMade(Arrival arrival, Flight flight, FsRequest.Make request, Inode inode) {
    if (overlaps.isCurrent(new CachedSubject.OfListing(inode.ino()), flight)
        && overlaps.isCurrent(new CachedSubject.OfNames(inode.ino()), flight)) {
      arrival.made = inode;
      arrival.madeBy = request;
    }
  }

  private void addInode(Arrival arrival, Flight flight, Inode inode) {
    if (overlaps.isCurrent(new CachedSubject.OfInode(inode.ino()), flight)
        && overlaps.isCurrent(new CachedSubject.OfEntries(inode.ino()), flight)
        && overlaps.isCurrent(new CachedSubject.OfSome(), flight)) {
      arrival.inodes.add(inode);
    }
  }

  /**
   * Answers to changes of names arrive in the order in which they were executed. So the directory
   * is as the newest of them says, but for changes that have no answer.
   */
  private void addDirectory(Arrival arrival, Flight flight, @Nullable Inode directory) {
    if (directory != null
        && inodes.isOnlyAhead(directory.ino())
        && overlaps.isCurrent(new CachedSubject.OfInode(directory.ino()), flight)
        && overlaps.isCurrent(new CachedSubject.OfSome(), flight)) {
      arrival.inodes.add(directory);
    }
  }

  private void addName(
      Arrival arrival, Flight flight, Ino directory, EntryName name, Optional<Ino> ino) {
    if (overlaps.isCurrent(new CachedSubject.OfName(directory, name), flight)
        && overlaps.isCurrent(new CachedSubject.OfNames(directory), flight)) {
      arrival.names.add(new Arrival.Named(directory, name, ino));
    }
  }

  /** Something changed. */
  void forget(CachedSubject subject) {
    switch (subject) {
      case CachedSubject.OfInode(Ino ino) -> inodes.forget(ino);
      case CachedSubject.OfEntries(Ino directory) -> inodes.forgetAllButAccess(directory);
      case CachedSubject.OfName(Ino directory, EntryName name) -> names.forget(directory, name);
      case CachedSubject.OfSome() -> inodes.forgetSome();
      case CachedSubject.OfListing _, CachedSubject.OfNames _ -> {}
    }
  }

  /** Puts what is true into the cache. */
  void put(Arrival arrival) {
    if (arrival.era != era) {
      return;
    }
    arrival.inodes.forEach(inodes::put);
    for (Arrival.Named each : arrival.names) {
      names.put(each.directory(), each.name(), each.ino());
      each.ino().ifPresent(ino -> inodes.place(ino, each.directory(), each.name()));
    }
    Inode made = arrival.made;
    FsRequest.Make madeBy = arrival.madeBy;
    if (made != null && madeBy != null) {
      names.onMade(madeBy, made);
    }
    FsRequest.ListDirectory asked = arrival.asked;
    FsAnswer.Listing listing = arrival.listing;
    if (asked != null && listing != null) {
      names.putListing(asked, listing);
      for (FsAnswer.Entry entry : listing.entries()) {
        inodes.place(entry.inode().ino(), asked.directory(), entry.name());
      }
    }
  }
}
