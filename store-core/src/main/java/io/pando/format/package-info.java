/**
 * Records as bytes: the Protocol Buffers encoding, what our values look like in it, and the records
 * that are stored.
 */
@NullMarked
package io.pando.format;

import org.jspecify.annotations.NullMarked;
