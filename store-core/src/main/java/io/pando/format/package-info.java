/**
 * Records as bytes: the Protocol Buffers encoding, the encoding of Pando's values in it, and the
 * stored records.
 */
@NullMarked
package io.pando.format;

import org.jspecify.annotations.NullMarked;
