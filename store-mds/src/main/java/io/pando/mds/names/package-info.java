/**
 * POSIX semantics of names and inodes, as functions over rows in memory. {@link
 * io.pando.mds.names.Names} executes a request: the result is a plan, or the rows that have to be
 * read before the request is executed again from the start.
 */
@NullMarked
package io.pando.mds.names;

import org.jspecify.annotations.NullMarked;
