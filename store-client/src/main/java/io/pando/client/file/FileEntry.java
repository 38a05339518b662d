package io.pando.client.file;

/**
 * An entry of a directory with the attributes of its file; a symbolic link is not followed.
 *
 * @param path the path of the directory as the caller named it, a slash, and the name
 * @param stat attributes at the time of the listing
 */
public record FileEntry(String path, FileStat stat) {
  /** The name in the directory. Bytes that are not UTF-8 are replaced. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
