/** Seeded randomness: the only source of chance inside rings 0 and 1. */
@NullMarked
package io.pando.random;

import org.jspecify.annotations.NullMarked;
