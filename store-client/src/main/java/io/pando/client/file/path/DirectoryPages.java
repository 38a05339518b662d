package io.pando.client.file.path;

import io.pando.client.file.FileEntry;
import io.pando.client.file.FilePage;
import io.pando.client.file.FileStat;
import io.pando.fs.EntryKey;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The listing of one directory in pages.
 *
 * @param path the directory, as the program named it
 */
record DirectoryPages(CallerCalls calls, NameHash hash, String path, Ino directory) {
  /** Entries of a page, unless the program says how many. */
  static final int USUAL = 1_000;

  /** The page behind a place; null for the first. */
  PendingCall<FilePage> page(@Nullable EntryKey after, int most) {
    FsRequest.ListDirectory request =
        new FsRequest.ListDirectory(
            directory,
            after == null ? -1 : after.hash(),
            after == null ? null : after.name(),
            most);
    return PendingCall.of("list", path, calls.list(request).thenApply(this::page));
  }

  /** The same, but nothing if the directory was removed. */
  PendingCall<FilePage> pageIfPresent(@Nullable EntryKey after) {
    PendingCall<FilePage> page = page(after, USUAL);
    return PendingCall.of(
        "walk",
        path,
        page.result()
            .exceptionally(failure -> {
              FsError error = PathCalls.error(failure);
              if (error == FsError.ENOENT || error == FsError.ESTALE) {
                return new FilePage(List.of(), null);
              }
              throw new CompletionException(failure);
            }));
  }

  private FilePage page(FsAnswer.Listing listing) {
    List<FileEntry> entries =
        listing.entries().stream()
            .map(each ->
                new FileEntry(
                    PathText.join(path, each.name().toString()), FileStat.of(each.inode())))
            .toList();
    boolean more = listing.more() && !entries.isEmpty();
    return new FilePage(
        entries, more ? EntryKey.of(listing.entries().getLast().name(), hash) : null);
  }
}
