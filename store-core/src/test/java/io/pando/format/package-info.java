/** Tests of {@code io.pando.format}. */
@NullMarked
package io.pando.format;

import org.jspecify.annotations.NullMarked;
