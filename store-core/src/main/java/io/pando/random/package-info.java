/** Seeded randomness: the only source of randomness inside rings 0 and 1. */
@NullMarked
package io.pando.random;

import org.jspecify.annotations.NullMarked;
