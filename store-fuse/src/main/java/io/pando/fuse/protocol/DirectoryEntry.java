package io.pando.fuse.protocol;

/**
 * An entry in a listing of a directory.
 *
 * @param position what a listing that continues after this entry begins with: chosen by the file
 *     system, positive, and true as long as the directory exists
 * @param ino number of the inode, as {@code readdir} shows it; not 0
 * @param type type bits of the mode, as {@link NodeAttributes.Kind#type}; 0 if unknown
 */
public record DirectoryEntry(long position, long ino, int type, FuseName name) {}
