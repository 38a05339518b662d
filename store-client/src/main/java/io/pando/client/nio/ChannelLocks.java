package io.pando.client.nio;

import io.pando.fs.Ino;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The locks that channels of one file system have, or wait for. Those of one program must not
 * overlap, whatever channel they belong to: {@code FileChannel.lock} promises that.
 */
final class ChannelLocks {
  private final ReentrantLock guard = new ReentrantLock();
  private final Map<Ino, List<FileLock>> byFile = new TreeMap<>();

  /** Adds a lock that is to be taken. */
  void add(Ino ino, FileLock lock) {
    guard.lock();
    try {
      List<FileLock> ofFile = byFile.computeIfAbsent(ino, _ -> new ArrayList<>());
      if (ofFile.stream().anyMatch(each -> each.overlaps(lock.position(), lock.size()))) {
        throw new OverlappingFileLockException();
      }
      ofFile.add(lock);
    } finally {
      guard.unlock();
    }
  }

  /** Removes a lock, if it is there. */
  void remove(Ino ino, FileLock lock) {
    guard.lock();
    try {
      List<FileLock> ofFile = byFile.getOrDefault(ino, new ArrayList<>());
      ofFile.removeIf(lock::equals);
      if (ofFile.isEmpty()) {
        byFile.remove(ino);
      }
    } finally {
      guard.unlock();
    }
  }

  /** Removes the locks of a channel. */
  void removeAll(Ino ino, FileChannel channel) {
    guard.lock();
    try {
      List<FileLock> ofFile = byFile.getOrDefault(ino, new ArrayList<>());
      ofFile.removeIf(each -> channel.equals(each.acquiredBy()));
      if (ofFile.isEmpty()) {
        byFile.remove(ino);
      }
    } finally {
      guard.unlock();
    }
  }
}
