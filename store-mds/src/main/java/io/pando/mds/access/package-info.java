/** Who may do what with an inode: permission bits and access control lists. Values only. */
@NullMarked
package io.pando.mds.access;

import org.jspecify.annotations.NullMarked;
