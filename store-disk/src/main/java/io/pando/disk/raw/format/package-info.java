/** The records of a raw store, in its metadata and in its log, and their formats. */
@NullMarked
package io.pando.disk.raw.format;

import org.jspecify.annotations.NullMarked;
