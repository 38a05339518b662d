package io.pando.sim.files.check;

import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Effects and answers of calls about names, as Linux defines them. */
final class NameSteps {
  private NameSteps() {}

  /** The error of an answer; null if it is none. */
  static @Nullable FsError error(@Nullable FsAnswer answer) {
    return answer instanceof FsAnswer.Failed failed ? failed.error() : null;
  }

  private static @Nullable NamesState failedAs(
      NamesState state, @Nullable FsAnswer answer, FsError expected) {
    return error(answer) == expected ? state : null;
  }

  /**
   * Makes a file or directory.
   *
   * @param call number of the call, for an inode whose number is not known
   * @param answer null if it is unknown
   */
  static @Nullable NamesState make(
      NamesState state, String path, boolean isDirectory, long call, @Nullable FsAnswer answer) {
    if (state.at(path) != null) {
      return failedAs(state, answer, FsError.EEXIST);
    }
    return switch (answer) {
      case null -> state.with(path, new NamesState.Entry(-1 - call, isDirectory));
      // It was made, and is gone since.
      case FsAnswer.Done _ -> state.with(path, new NamesState.Entry(-1 - call, isDirectory));
      case FsAnswer.Found it ->
          state.links(it.inode().ino().value()) == 0
              ? state.with(path, new NamesState.Entry(it.inode().ino().value(), isDirectory))
              : null;
      default -> null;
    };
  }

  static @Nullable NamesState remove(
      NamesState state, String path, boolean ofDirectory, @Nullable FsAnswer answer) {
    NamesState.Entry entry = state.at(path);
    if (entry == null) {
      return failedAs(state, answer, FsError.ENOENT);
    }
    if (entry.isDirectory() != ofDirectory) {
      return failedAs(state, answer, ofDirectory ? FsError.ENOTDIR : FsError.EISDIR);
    }
    return answer == null || answer instanceof FsAnswer.Done ? state.without(path) : null;
  }

  static @Nullable NamesState rename(
      NamesState state, String from, String to, @Nullable FsAnswer answer) {
    NamesState.Entry moved = state.at(from);
    NamesState.Entry replaced = state.at(to);
    if (moved == null) {
      return failedAs(state, answer, FsError.ENOENT);
    }
    if (replaced != null && replaced.isDirectory() != moved.isDirectory()) {
      FsError expected = moved.isDirectory() ? FsError.ENOTDIR : FsError.EISDIR;
      return failedAs(state, answer, expected);
    }
    if (answer != null && !(answer instanceof FsAnswer.Done)) {
      return null;
    }
    boolean same = replaced != null && replaced.ino() == moved.ino();
    return same ? state : state.without(from).with(to, moved);
  }

  static @Nullable NamesState link(
      NamesState state, Ino ino, String path, @Nullable FsAnswer answer) {
    int links = state.links(ino.value());
    if (links == 0) {
      return error(answer) == null ? null : state;
    }
    if (state.at(path) != null) {
      return failedAs(state, answer, FsError.EEXIST);
    }
    boolean done = answer instanceof FsAnswer.Found it && it.inode().links() == links + 1;
    return answer == null || answer instanceof FsAnswer.Done || done
        ? state.with(path, new NamesState.Entry(ino.value(), false))
        : null;
  }

  static @Nullable NamesState lookup(NamesState state, String path, FsAnswer answer) {
    if (answer instanceof FsAnswer.Found it) {
      NamesState found = state.ifAt(path, it.inode().ino(), it.inode().isDirectory());
      boolean linked =
          found != null
              && (it.inode().isDirectory()
                  || it.inode().links() == found.links(it.inode().ino().value()));
      return linked ? found : null;
    }
    return state.at(path) == null ? failedAs(state, answer, FsError.ENOENT) : null;
  }

  /** The number of links of a file that exists. */
  static @Nullable NamesState stat(NamesState state, Ino ino, FsAnswer answer) {
    int links = state.links(ino.value());
    if (answer instanceof FsAnswer.Found it) {
      return it.inode().links() == links ? state : null;
    }
    // A file without a name lives as long as it is open.
    return links == 0 ? state : null;
  }

  static @Nullable NamesState list(NamesState state, String directory, FsAnswer answer) {
    if (!(answer instanceof FsAnswer.Listing it)) {
      return null;
    }
    NamesState found = state;
    Map<String, NamesState.Entry> expected = state.below(directory);
    if (it.more() || it.entries().size() != expected.size()) {
      return null;
    }
    for (FsAnswer.Entry each : it.entries()) {
      String path = directory + "/" + each.name();
      NamesState next =
          found == null ? null : found.ifAt(path, each.inode().ino(), each.inode().isDirectory());
      found = next;
    }
    return found;
  }
}
