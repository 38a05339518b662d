/**
 * Inodes and directory entries as they are stored, and as metadata servers and clients exchange
 * them. Values only.
 */
@NullMarked
package io.pando.fs.inode;

import org.jspecify.annotations.NullMarked;
