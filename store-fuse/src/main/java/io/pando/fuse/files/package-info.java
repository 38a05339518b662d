/**
 * A file system of Pando as the kernel's FUSE protocol asks for it: requests by node become calls
 * of {@link io.pando.port.FileCalls} by inode. {@link io.pando.fuse.files.MountedFiles} is the
 * entrance; each kind of requests has a class.
 */
@NullMarked
package io.pando.fuse.files;

import org.jspecify.annotations.NullMarked;
