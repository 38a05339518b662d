/**
 * Digests of fragments that are linear over GF(2^8): the digests of the fragments of an object
 * satisfy the same equations as the fragments. So a deep scrub checks all parity, and finds one
 * wrong fragment, without sending data.
 */
@NullMarked
package io.pando.erasure.digest;

import org.jspecify.annotations.NullMarked;
