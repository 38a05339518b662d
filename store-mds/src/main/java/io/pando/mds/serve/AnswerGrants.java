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
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
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
  private final Predicate<Ino> isLimited;

  /**
   * Grants by the rules of the table.
   *
   * @param isLimited whether a quota counts the names in a directory, or that is not known: then no
   *     session changes them ahead, since the limit may refuse a change
   */
  AnswerGrants(Capabilities capabilities, Predicate<Ino> isLimited) {
    this.capabilities = capabilities;
    this.isLimited = isLimited;
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

  /** Grants what goes with an answer, which has to be sent at once. */
  List<CapabilityGrant> grants(Moment now, OpenRequest it, FsAnswer answer) {
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
      offer(now, session, each.ino(), made ? shown.union(ofNew(it, each)) : shown, grants);
    }
    return grants;
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

  /** A session that changes names of a directory gets it for itself, so that it is faster. */
  private CapabilitySet ofDirectory(
      long session, FsRequest request, FsAnswer answer, Ino directory) {
    boolean changes =
        (request instanceof FsRequest.Make || request instanceof FsRequest.Remove)
            && !(answer instanceof FsAnswer.Failed);
    boolean has = capabilities.given(session, directory).contains(Capability.NAMES_EXCLUSIVE);
    return changes && !has && !isLimited.test(directory) ? OF_CHANGED_DIRECTORY : OF_DIRECTORY;
  }

  private void offer(
      Moment now, long session, Ino ino, CapabilitySet some, List<CapabilityGrant> grants) {
    CapabilityGrant grant = capabilities.offer(now.nanos(), session, ino, some);
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
      default -> null;
    };
  }
}
