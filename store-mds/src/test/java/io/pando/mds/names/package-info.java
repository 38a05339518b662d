/** Tests of names and inodes, with a model of POSIX. */
@NullMarked
package io.pando.mds.names;

import org.jspecify.annotations.NullMarked;
