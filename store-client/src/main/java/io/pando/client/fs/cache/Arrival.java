package io.pando.client.fs.cache;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is true of an answer, between its arrival and the grants that came with it. */
public final class Arrival {
  /** A name and what it stands for. */
  record Named(Ino directory, EntryName name, Optional<Ino> ino) {}

  /** How often the cache was cleared before. */
  final long era;

  final List<Inode> inodes = new ArrayList<>();
  final List<Named> names = new ArrayList<>();

  /** What a request made, and the request; null if it made nothing, or that may be old. */
  @Nullable Inode made;

  FsRequest.@Nullable Make madeBy;

  FsRequest.@Nullable ListDirectory asked;
  FsAnswer.@Nullable Listing listing;

  Arrival(long era) {
    this.era = era;
  }

  /** Whether it says what a name stands for. */
  boolean tells(Ino directory, EntryName name) {
    return names.stream()
        .anyMatch(it -> it.directory().equals(directory) && it.name().equals(name));
  }
}
