/** Tests of {@code io.pando.disk.raw.format}. */
@NullMarked
package io.pando.disk.raw.format;

import org.jspecify.annotations.NullMarked;
