package io.pando.fs.call;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.request.FsRequest;

/**
 * A file that is to be made: {@link FsRequest.Make} without the number.
 *
 * @param directory where
 * @param name its name there
 * @param mode permission bits before the mask
 * @param mask bits that it does not get
 * @param content what depends on the type
 */
public record NewName(
    Ino directory, EntryName name, int mode, int mask, FsRequest.NewContent content) {
  /** The request for it under a number. */
  public FsRequest.Make withNumber(Ino ino) {
    return new FsRequest.Make(directory, name, ino, mode, mask, content);
  }
}
