package io.pando.client.fs.cache;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.request.FsRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a request will change, by what is known before it is executed. */
final class Subjects {
  private final NameCache names;
  private final List<CachedSubject> found = new ArrayList<>();

  private Subjects(NameCache names) {
    this.names = names;
  }

  static List<CachedSubject> of(FsRequest request, NameCache names) {
    Subjects subjects = new Subjects(names);
    switch (request) {
      case FsRequest.Query _ -> {}
      case FsRequest.Make make -> {
        subjects.addName(make.directory(), make.name());
        subjects.add(new CachedSubject.OfInode(make.ino()));
      }
      case FsRequest.Link link -> {
        subjects.addName(link.directory(), link.name());
        subjects.add(new CachedSubject.OfInode(link.ino()));
      }
      case FsRequest.Remove remove -> {
        subjects.addTarget(remove.directory(), remove.name());
        subjects.addName(remove.directory(), remove.name());
      }
      case FsRequest.Rename rename -> {
        subjects.addTarget(rename.from(), rename.name());
        subjects.addTarget(rename.to(), rename.newName());
        subjects.addName(rename.from(), rename.name());
        subjects.addName(rename.to(), rename.newName());
      }
      case FsRequest.SetAttributes set -> subjects.add(new CachedSubject.OfInode(set.ino()));
      case FsRequest.SetXattr set -> subjects.add(new CachedSubject.OfInode(set.ino()));
      case FsRequest.RemoveXattr remove -> subjects.add(new CachedSubject.OfInode(remove.ino()));
    }
    return subjects.found;
  }

  private void addName(Ino directory, EntryName name) {
    add(new CachedSubject.OfName(directory, name));
    add(new CachedSubject.OfListing(directory));
    add(new CachedSubject.OfEntries(directory));
  }

  /**
   * The inode of a name that is removed, moved or replaced: its links and times change. {@link
   * Subject.OfEntries} stands for all but who may do what with it.
   */
  private void addTarget(Ino directory, EntryName name) {
    Optional<Ino> target = names.find(directory, name);
    if (target == null) {
      add(new CachedSubject.OfSome());
    } else {
      target.ifPresent(ino -> add(new CachedSubject.OfEntries(ino)));
    }
  }

  private void add(CachedSubject subject) {
    if (!found.contains(subject)) {
      found.add(subject);
    }
  }
}
