/**
 * The store as one thread sees it: what transactions change, what questions find, which blocks are
 * free.
 */
@NullMarked
package io.pando.disk.raw.volume;

import org.jspecify.annotations.NullMarked;
