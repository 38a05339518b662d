/**
 * File systems in the kernel's tree of directories. {@link io.pando.fuse.FuseMount} mounts what
 * implements {@link io.pando.fuse.FuseFileSystem}: requests of the kernel by inode, each answered
 * once, from any thread.
 */
@NullMarked
package io.pando.fuse;

import org.jspecify.annotations.NullMarked;
