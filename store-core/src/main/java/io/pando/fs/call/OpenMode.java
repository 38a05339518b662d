package io.pando.fs.call;

/**
 * How a file is opened.
 *
 * @param reads whether it is read
 * @param writes whether it is written
 * @param truncates whether its size becomes 0; needs {@code writes}
 * @param appends whether each write goes to the end of the file, wherever other clients move it
 * @param lazy whether this client may cache and delay data although others write ({@code O_LAZY})
 */
public record OpenMode(
    boolean reads, boolean writes, boolean truncates, boolean appends, boolean lazy) {
  /** Reads only. */
  public static final OpenMode READ = new OpenMode(true, false, false, false, false);

  /** Reads and writes. */
  public static final OpenMode READ_WRITE = new OpenMode(true, true, false, false, false);
}
