/** Payloads: immutable bytes that travel without being copied. */
@NullMarked
package io.pando.bytes;

import org.jspecify.annotations.NullMarked;
