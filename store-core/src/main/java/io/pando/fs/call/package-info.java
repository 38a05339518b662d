/** What programs ask of a file system by inode: the door between its client and mounts or APIs. */
@NullMarked
package io.pando.fs.call;

import org.jspecify.annotations.NullMarked;
