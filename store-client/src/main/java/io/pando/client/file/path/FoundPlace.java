package io.pando.client.file.path;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import org.jspecify.annotations.Nullable;

/**
 * Where a path leads.
 *
 * @param directory the directory that has the last name, or the last directory of the path
 * @param name the last name; null if the path ends with ".", ".." or the root
 * @param inode the file; null if it does not exist, or was not looked up
 * @param realPath the path of the file without symbolic links, "." and ".."
 */
record FoundPlace(
    Ino directory, @Nullable EntryName name, @Nullable Inode inode, String realPath) {}
