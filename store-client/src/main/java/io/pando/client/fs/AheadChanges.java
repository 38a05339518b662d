package io.pando.client.fs;

import io.pando.client.fs.caps.ClientCapabilities;
import io.pando.client.fs.session.GivenRequest;
import io.pando.client.fs.session.PendingRequest;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.probe.Probe;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Changes of names that were answered to programs before the server executed them. The server
 * executes the requests of a session in any order, and may have to wait before it executes one. So
 * while there are such changes,
 *
 * <ul>
 *   <li>all other requests wait: they may concern the same names;
 *   <li>files that are made are not mentioned to the server: what programs open and close meanwhile
 *       counts once the file exists;
 *   <li>capabilities for names are not given up: others would not see the change.
 * </ul>
 *
 * While anything waits, no further change is answered ahead, so it waits for a moment only.
 */
final class AheadChanges {
  private final ClientCapabilities capabilities;

  /** Requests without an answer, by number. */
  private final Set<Long> unanswered = new TreeSet<>();

  /** Other changes without an answer, by number: they may concern anything. */
  private final Set<Long> others = new TreeSet<>();

  /** Files that are made, and what those that are open need of them. */
  private final Map<Ino, List<CapabilitySet>> made = new LinkedHashMap<>();

  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

  /** Tokens of invalidations of names. */
  private final Set<Long> namesTokens = new TreeSet<>();

  /** Those that are confirmed, and not to the server. */
  private final ArrayDeque<Long> confirmed = new ArrayDeque<>();

  /** Directories in which the server refused a change. */
  private final Set<Ino> refused = new TreeSet<>();

  /** No changes. */
  AheadChanges(ClientCapabilities capabilities) {
    this.capabilities = capabilities;
  }

  /** Whether a change may be answered ahead, if its outcome is certain. */
  boolean admits(FsRequest.Change change) {
    Ino directory = directoryOf(change);
    return directory != null
        && others.isEmpty()
        && waiting.isEmpty()
        && confirmed.isEmpty()
        && !refused.contains(directory);
  }

  /** Whether a change that was answered to a program has no answer of the server. */
  boolean isPending() {
    return !unanswered.isEmpty();
  }

  /** Whether the server does not know a file yet. */
  boolean isMade(Ino ino) {
    return made.containsKey(ino);
  }

  /** Number of things that wait. */
  int waiting() {
    return waiting.size();
  }

  /** Does something with a file once the server knows it. */
  void onceKnown(Ino ino, Runnable what) {
    if (isMade(ino)) {
      await(what);
    } else {
      what.run();
    }
  }

  /** Does something once all changes are answered. */
  void await(Runnable what) {
    waiting.add(what);
  }

  /**
   * A change that is answered ahead, as it is sent: the server puts the file where the answer says.
   */
  static GivenRequest certain(GivenRequest given, FsAnswer answer) {
    if (given.request() instanceof FsRequest.Make make
        && make.content() instanceof FsRequest.NewContent.NewWritten written
        && answer instanceof FsAnswer.Found(Inode inode)
        && inode.content() instanceof InodeContent.File file) {
      FsRequest.Make certain =
          new FsRequest.Make(
              make.directory(),
              make.name(),
              make.ino(),
              make.mode(),
              make.mask(),
              new FsRequest.NewContent.NewWritten(file.layout(), written.range()));
      return new GivenRequest(given.call(), given.caller(), certain, given.time());
    }
    return given;
  }

  /** A request is sent whose caller waits. */
  void beginOther(PendingRequest request) {
    if (request.isChange()) {
      others.add(request.number());
    }
  }

  /** Such a request was answered, or is lost. */
  void endOther(PendingRequest request) {
    others.remove(request.number());
  }

  /** A change was answered to its caller, and is sent. */
  void begin(PendingRequest request) {
    unanswered.add(request.number());
    if (request.request() instanceof FsRequest.Make make) {
      made.put(make.ino(), new ArrayList<>());
      if (make.content() instanceof FsRequest.NewContent.NewWritten written) {
        Probe.reached("files: a new file is written ahead of the server");
        capabilities.onMade(make.ino(), CapabilitySet.NEW_WRITTEN, written.range());
      }
    }
  }

  /**
   * A change was answered, or is lost with its session. The server is told what those need that
   * have the file open.
   */
  void end(PendingRequest request, FsAnswer answer) {
    unanswered.remove(request.number());
    boolean failed = answer instanceof FsAnswer.Failed;
    Ino directory = failed ? directoryOf(request.request()) : null;
    if (directory != null) {
      refused.add(directory);
    }
    if (request.request() instanceof FsRequest.Make make) {
      List<CapabilitySet> opened = made.remove(make.ino());
      if (opened != null) {
        capabilities.onMadeKnown(make.ino(), answer instanceof FsAnswer.Found, opened);
      }
    }
  }

  /** The directory of a change that can be answered ahead; null for other requests. */
  private static @Nullable Ino directoryOf(FsRequest change) {
    return switch (change) {
      case FsRequest.Make make -> make.directory();
      case FsRequest.Remove remove -> remove.directory();
      case FsRequest.Rename rename -> rename.from();
      default -> null;
    };
  }

  /** A file was opened. */
  void open(Ino ino, CapabilitySet needed) {
    List<CapabilitySet> opened = made.get(ino);
    if (opened == null) {
      capabilities.open(ino, needed);
    } else {
      opened.add(needed);
    }
  }

  /** A file was closed. */
  void close(Ino ino, CapabilitySet needed) {
    List<CapabilitySet> opened = made.get(ino);
    if (opened == null) {
      capabilities.close(ino, needed);
    } else {
      opened.remove(needed);
    }
  }

  /** Names are dropped from caches: that is confirmed later. */
  void onInvalidate(long token) {
    namesTokens.add(token);
  }

  /** What had to be flushed or dropped is. */
  void confirm(long token) {
    if (namesTokens.remove(token) && isPending()) {
      confirmed.add(token);
    } else {
      capabilities.onConfirmed(token);
    }
  }

  /** Continues what waited, if all changes are answered. */
  void settle() {
    if (isPending()) {
      return;
    }
    while (!confirmed.isEmpty()) {
      capabilities.onConfirmed(confirmed.remove());
    }
    for (int i = waiting.size(); i > 0; i--) {
      waiting.remove().run();
    }
  }

  /** The session is over, and all changes were ended. */
  void onSessionOver() {
    namesTokens.clear();
    confirmed.clear();
    refused.clear();
  }
}
