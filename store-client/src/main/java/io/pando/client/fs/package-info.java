/**
 * A client of one file system: names and inodes, under capabilities. A pure machine; not public.
 */
@NullMarked
package io.pando.client.fs;

import org.jspecify.annotations.NullMarked;
