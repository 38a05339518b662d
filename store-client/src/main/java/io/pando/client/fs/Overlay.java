package io.pando.client.fs;

import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.session.FileState;

/**
 * Answers with the sizes and times of files that this client wrote and the server does not know.
 */
final class Overlay {
  private Overlay() {}

  static FsAnswer of(FsAnswer answer, WriterStates states) {
    return switch (answer) {
      case FsAnswer.Found(Inode inode) -> new FsAnswer.Found(of(inode, states));
      case FsAnswer.Listing listing -> of(listing, states);
      case FsAnswer.Done _, FsAnswer.Failed _ -> answer;
    };
  }

  private static FsAnswer.Listing of(FsAnswer.Listing listing, WriterStates states) {
    if (listing.entries().stream().noneMatch(it -> states.stateOf(it.inode().ino()) != null)) {
      return listing;
    }
    return new FsAnswer.Listing(
        listing.entries().stream()
            .map(each -> new FsAnswer.Entry(each.name(), of(each.inode(), states)))
            .toList(),
        listing.more());
  }

  private static Inode of(Inode inode, WriterStates states) {
    FileState state =
        inode.content() instanceof InodeContent.File ? states.stateOf(inode.ino()) : null;
    if (state == null || !(inode.content() instanceof InodeContent.File file)) {
      return inode;
    }
    // A file with bytes that are cut off has no writers.
    long size = file.uncut() == 0 ? Math.max(file.size(), state.size()) : file.size();
    long granted = file.granted() == 0 ? 0 : Math.max(file.granted(), size);
    FileTimes times = inode.times();
    return inode
        .withContent(file.withSize(size, granted))
        .withTimes(
            new FileTimes(
                times.accessed().max(state.accessed()),
                times.modified().max(state.modified()),
                times.changed().max(state.modified()),
                times.born()));
  }
}
