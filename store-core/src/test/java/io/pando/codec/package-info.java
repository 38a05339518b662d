/** Tests of {@code io.pando.codec}. */
@NullMarked
package io.pando.codec;

import org.jspecify.annotations.NullMarked;
