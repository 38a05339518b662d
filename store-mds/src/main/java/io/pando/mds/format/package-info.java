/** Formats of what metadata servers store, and the names of the objects. See docs/formats.md. */
@NullMarked
package io.pando.mds.format;

import org.jspecify.annotations.NullMarked;
