package io.pando.client.fs.open;

import io.pando.fs.Ino;
import io.pando.fs.call.OpenMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Open files and their handles, and files that are closed and keep their cached bytes. */
final class OpenTable {
  private final int mostResting;
  private final SortedMap<Ino, OpenFile> files = new TreeMap<>();
  private final Map<Long, FileHandle> handles = new TreeMap<>();

  /** Closed files that keep their bytes, the one that was closed first at the beginning. */
  private final Set<Ino> resting = new LinkedHashSet<>();

  /** Files with something to do. */
  private final Set<OpenFile> stirred = new LinkedHashSet<>();

  /** Files that are being closed, and may be open already once more. */
  private final Set<Ino> leaving = new LinkedHashSet<>();

  private long lastHandle;

  /** Whether bytes were lost, and no call about all files has reported that. */
  private boolean lost;

  OpenTable(int mostResting) {
    this.mostResting = mostResting;
  }

  @Nullable OpenFile find(Ino ino) {
    return files.get(ino);
  }

  OpenFile obtain(Ino ino) {
    resting.remove(ino);
    return files.computeIfAbsent(ino, OpenFile::new);
  }

  List<OpenFile> files() {
    return List.copyOf(files.values());
  }

  /** The file is not known any more. */
  void remove(OpenFile file) {
    resting.remove(file.ino);
    files.remove(file.ino, file);
  }

  // Handles

  FileHandle open(OpenFile file, OpenMode mode) {
    lastHandle++;
    FileHandle handle = new FileHandle(lastHandle, file, mode);
    handles.put(handle.number, handle);
    file.handles.add(handle);
    return handle;
  }

  @Nullable FileHandle handle(long number) {
    return handles.get(number);
  }

  /** Calls do not find the handle any more. */
  void hide(FileHandle handle) {
    handles.remove(handle.number);
  }

  // Files without handles

  /** The file keeps its bytes. Returns the files for which there is no room then. */
  List<OpenFile> rest(OpenFile file) {
    resting.add(file.ino);
    List<OpenFile> excess = new ArrayList<>();
    while (resting.size() > mostResting) {
      Ino oldest = resting.iterator().next();
      resting.remove(oldest);
      OpenFile known = files.get(oldest);
      if (known != null) {
        excess.add(known);
      }
    }
    return excess;
  }

  boolean isResting(OpenFile file) {
    return resting.contains(file.ino);
  }

  void leave(Ino ino) {
    leaving.add(ino);
  }

  void left(Ino ino) {
    leaving.remove(ino);
    OpenFile next = files.get(ino);
    if (next != null) {
      stir(next);
    }
  }

  boolean isLeaving(Ino ino) {
    return leaving.contains(ino);
  }

  // Files with something to do

  void stir(OpenFile file) {
    stirred.add(file);
  }

  void stirAll() {
    stirred.addAll(files.values());
  }

  /** A file with something to do; null if there is none. */
  @Nullable OpenFile nextStirred() {
    if (stirred.isEmpty()) {
      return null;
    }
    OpenFile next = stirred.iterator().next();
    stirred.remove(next);
    return next;
  }

  /** Bytes of a file are lost with the session. */
  void lostBytes() {
    lost = true;
  }

  /** Whether bytes were lost since this was asked last. */
  boolean takeLoss() {
    boolean any = lost;
    lost = false;
    return any;
  }
}
