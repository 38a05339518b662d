/**
 * The check of a whole file system: every row and every object is read, and links, totals, places
 * and owners are computed from them once more. {@link io.pando.mds.check.FilesCheck} is a machine
 * that reads and changes nothing; it needs no metadata server.
 *
 * <p>The code that serves a file system is used here for formats only: a fault of it must not hide
 * what it did.
 */
@NullMarked
package io.pando.mds.check;

import org.jspecify.annotations.NullMarked;
