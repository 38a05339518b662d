/**
 * How the bytes of an object lie in its fragments, stripe by stripe, and which of them a write
 * touches. Pure arithmetic; the codes themselves are in {@link io.pando.erasure}.
 */
@NullMarked
package io.pando.erasure.stripe;

import org.jspecify.annotations.NullMarked;
