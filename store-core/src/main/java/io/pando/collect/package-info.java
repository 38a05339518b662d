/** Orders and collections whose iteration is the same on every machine. */
@NullMarked
package io.pando.collect;

import org.jspecify.annotations.NullMarked;
