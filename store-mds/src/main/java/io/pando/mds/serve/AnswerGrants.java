package io.pando.mds.serve;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.CapabilityGrant;
import io.pando.mds.caps.Capabilities;
import io.pando.mds.names.Names;
import io.pando.message.FileMessage.FileAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Capabilities that sessions get with answers: what lets them keep what an answer shows. */
final class AnswerGrants {
  private static final CapabilitySet SHOWN =
      CapabilitySet.of(
          Capability.ATTRIBUTES_SHARED, Capability.LINKS_SHARED, Capability.XATTRS_SHARED);

  /** Size and times of a file are true while no other session writes it. */
  private static final CapabilitySet SHOWN_OF_FILE =
      SHOWN.union(CapabilitySet.of(Capability.CACHE));

  private static final CapabilitySet OF_DIRECTORY = CapabilitySet.of(Capability.NAMES_SHARED);
  private static final CapabilitySet OF_CHANGED_DIRECTORY =
      OF_DIRECTORY.union(CapabilitySet.of(Capability.NAMES_EXCLUSIVE));
  private static final CapabilitySet OF_NEW = CapabilitySet.of(Capability.LINKS_EXCLUSIVE);

  private final Capabilities capabilities;
  private final Names names;

  /** Grants by the rules of the table. */
  AnswerGrants(Capabilities capabilities, Names names) {
    this.capabilities = capabilities;
    this.names = names;
  }

  /** Inodes in an answer. */
  static List<Inode> inodesIn(FsAnswer answer) {
    return switch (answer) {
      case FsAnswer.Found it -> List.of(it.inode());
      case FsAnswer.Listing it -> it.entries().stream().map(FsAnswer.Entry::inode).toList();
      case FsAnswer.Done _, FsAnswer.Failed _ -> List.of();
    };
  }

  /** Files of which an answer has the size and the times. */
  static SortedSet<Ino> filesIn(FsAnswer answer) {
    SortedSet<Ino> files = new TreeSet<>();
    for (Inode each : inodesIn(answer)) {
      if (each.content() instanceof InodeContent.File) {
        files.add(each.ino());
      }
    }
    return files;
  }

  /**
   * An answer with what goes with it, which has to be sent at once: grants, and the directory in
   * which the session changed a name, so that it need not ask for it.
   */
  FileAnswer complete(Moment now, OpenRequest it, FileAnswer plain) {
    FsAnswer answer = plain.answer();
    Ino directory = changedBy(it.request().request(), answer);
    Inode shown = directory == null ? null : shown(it.session(), directory);
    return new FileAnswer(plain.number(), plain.record(), answer, grants(now, it, answer), shown);
  }

  private @Nullable Inode shown(long session, Ino directory) {
    boolean caches = capabilities.given(session, directory).contains(Capability.ATTRIBUTES_SHARED);
    return caches ? names.shown(directory) : null;
  }

  private static @Nullable Ino changedBy(FsRequest request, FsAnswer answer) {
    boolean changed =
        request instanceof FsRequest.Make
            || request instanceof FsRequest.Remove
            || request instanceof FsRequest.Rename;
    return changed && !(answer instanceof FsAnswer.Failed) ? directoryOf(request) : null;
  }

  private List<CapabilityGrant> grants(Moment now, OpenRequest it, FsAnswer answer) {
    List<CapabilityGrant> grants = new ArrayList<>();
    long session = it.session();
    FsRequest request = it.request().request();
    Ino directory = directoryOf(request);
    if (directory != null) {
      offer(now, session, directory, ofDirectory(session, request, answer, directory), grants);
    }
    boolean made = request instanceof FsRequest.Make;
    for (Inode each : inodesIn(answer)) {
      CapabilitySet shown = isCut(each) ? SHOWN_OF_FILE : SHOWN;
      if (made && isWritten(each)) {
        CapabilitySet all = CapabilitySet.NEW_WRITTEN;
        add(capabilities.offerMade(now.nanos(), session, each.ino(), all), grants);
      } else {
        offer(now, session, each.ino(), made ? shown.union(ofNew(it, each)) : shown, grants);
      }
    }
    return grants;
  }

  private static boolean isWritten(Inode inode) {
    return inode.content() instanceof InodeContent.File file && file.granted() > 0;
  }

  private static boolean isCut(Inode inode) {
    return inode.content() instanceof InodeContent.File file && file.uncut() == 0;
  }

  /** No other session knows an inode that was just made. */
  private CapabilitySet ofNew(OpenRequest it, Inode inode) {
    Ino above = directoryOf(it.request().request());
    if (!inode.isDirectory() || above == null) {
      return OF_NEW;
    }
    boolean ahead = capabilities.given(it.session(), above).contains(Capability.NAMES_EXCLUSIVE);
    return OF_NEW.union(ahead ? OF_CHANGED_DIRECTORY : OF_DIRECTORY);
  }

  /**
   * A session that changes names of a directory gets it for itself, so that it is faster; not if a
   * quota counts its names, or that is not known: the limit may refuse a change.
   */
  private CapabilitySet ofDirectory(
      long session, FsRequest request, FsAnswer answer, Ino directory) {
    boolean changes = changedBy(request, answer) != null;
    boolean has = capabilities.given(session, directory).contains(Capability.NAMES_EXCLUSIVE);
    return changes && !has && !names.isLimited(directory) ? OF_CHANGED_DIRECTORY : OF_DIRECTORY;
  }

  private void offer(
      Moment now, long session, Ino ino, CapabilitySet some, List<CapabilityGrant> grants) {
    add(capabilities.offer(now.nanos(), session, ino, some), grants);
  }

  private static void add(@Nullable CapabilityGrant grant, List<CapabilityGrant> grants) {
    if (grant != null) {
      grants.add(grant);
    }
  }

  /** The directory whose names the answer tells; null if there is none. */
  private static @Nullable Ino directoryOf(FsRequest request) {
    return switch (request) {
      case FsRequest.Lookup it -> it.directory();
      case FsRequest.ListDirectory it -> it.directory();
      case FsRequest.Make it -> it.directory();
      case FsRequest.Link it -> it.directory();
      case FsRequest.Remove it -> it.directory();
      case FsRequest.Rename it -> it.from().equals(it.to()) ? it.from() : null;
      default -> null;
    };
  }
}
