/**
 * What clients of a file system ask metadata servers for, and their answers. Values only; files and
 * directories are named by inode number, as the kernel does it.
 */
@NullMarked
package io.pando.fs.request;

import org.jspecify.annotations.NullMarked;
