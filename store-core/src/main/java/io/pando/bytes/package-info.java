/** Payloads: immutable bytes that are passed on without being copied. */
@NullMarked
package io.pando.bytes;

import org.jspecify.annotations.NullMarked;
