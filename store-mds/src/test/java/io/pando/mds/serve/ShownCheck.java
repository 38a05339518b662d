package io.pando.mds.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.mds.session.PastAnswer;
import io.pando.mds.session.Sessions;
import io.pando.message.FileMessage;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Checks that sessions are shown changes of others only once these are durable. */
final class ShownCheck {
  /** Who made a change, and in which record. */
  private record Origin(long session, long record) {}

  private final SortedMap<Long, Origin> stamps = new TreeMap<>();
  private final SortedMap<Ino, Origin> made = new TreeMap<>();

  /** Whether an inode was made by an update that was ordered. */
  boolean isMade(Ino ino) {
    return made.containsKey(ino);
  }

  /** The server failed. */
  void crash() {
    stamps.clear();
    made.values().removeIf(it -> it.record() > 0);
  }

  /** Finds the records of changes that were ordered. */
  void trace(List<PlayedMount> mounts, Sessions of) {
    for (PlayedMount mount : mounts) {
      mount
          .kept()
          .forEach((number, kept) -> {
            PastAnswer past = of.past(mount.session(), number);
            if (past != null) {
              Origin origin = new Origin(mount.session(), past.record());
              switch (kept.request.request()) {
                case FsRequest.Make it -> made.put(it.ino(), origin);
                case FsRequest.SetAttributes it -> stamps.put(stamp(it), origin);
                default -> {}
              }
            }
          });
    }
  }

  private static long stamp(FsRequest.SetAttributes it) {
    return it.change().modified() instanceof InodeChange.TimeChange.To to ? to.time().seconds() : 0;
  }

  /** A message is sent to a session. */
  void check(long session, FileMessage message, long durable) {
    switch (message) {
      case FileMessage.FileAnswer it -> {
        switch (it.answer()) {
          case FsAnswer.Found found -> check(session, found.inode(), durable);
          case FsAnswer.Listing listing ->
              listing.entries().forEach(each -> check(session, each.inode(), durable));
          case FsAnswer.Done _, FsAnswer.Failed _ -> {}
        }
      }
      case FileMessage.Grant it -> {
        if (it.inode() != null) {
          check(session, it.inode(), durable);
        }
      }
      default -> {}
    }
  }

  private void check(long session, Inode inode, long durable) {
    check(session, made.get(inode.ino()), durable);
    if (!inode.isDirectory()) {
      check(session, stamps.get(inode.times().modified().seconds()), durable);
    }
  }

  private static void check(long session, @Nullable Origin origin, long durable) {
    if (origin != null && origin.session() != session) {
      assertThat(origin.record()).isLessThanOrEqualTo(durable);
    }
  }
}
