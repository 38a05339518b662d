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
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Capabilities that sessions get with answers: what lets them keep what an answer shows. */
final class AnswerGrants {
  private static final CapabilitySet SHOWN =
      CapabilitySet.of(
          Capability.ATTRIBUTES_SHARED, Capability.LINKS_SHARED, Capability.XATTRS_SHARED);
  private static final CapabilitySet OF_DIRECTORY = CapabilitySet.of(Capability.NAMES_SHARED);

  private final Capabilities capabilities;

  AnswerGrants(Capabilities capabilities) {
    this.capabilities = capabilities;
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
    directoryOf(it.request().request())
        .ifPresent(ino -> offer(now, it.session(), ino, OF_DIRECTORY, grants));
    inodesIn(answer).forEach(each -> offer(now, it.session(), each.ino(), SHOWN, grants));
    return grants;
  }

  private void offer(
      Moment now, long session, Ino ino, CapabilitySet some, List<CapabilityGrant> grants) {
    CapabilityGrant grant = capabilities.offer(now.nanos(), session, ino, some);
    if (grant != null) {
      grants.add(grant);
    }
  }

  /** The directory whose names the answer tells. */
  private static Optional<Ino> directoryOf(FsRequest request) {
    return switch (request) {
      case FsRequest.Lookup it -> Optional.of(it.directory());
      case FsRequest.ListDirectory it -> Optional.of(it.directory());
      case FsRequest.Make it -> Optional.of(it.directory());
      case FsRequest.Link it -> Optional.of(it.directory());
      default -> Optional.empty();
    };
  }
}
