/** Tests of {@code io.pando.codec.build}. */
@NullMarked
package io.pando.codec.build;

import org.jspecify.annotations.NullMarked;
