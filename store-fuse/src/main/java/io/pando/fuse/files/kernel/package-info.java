/**
 * What the kernel keeps of a mounted file system: which nodes, names, attributes and pages it was
 * given, for how long, and how they are taken back. {@link io.pando.fuse.files.kernel.KernelView}
 * tells it of inodes; {@link io.pando.fuse.files.kernel.KernelCaches} drops what lost its
 * capability.
 */
@NullMarked
package io.pando.fuse.files.kernel;

import org.jspecify.annotations.NullMarked;
