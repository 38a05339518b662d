/** Messages between nodes, as records; {@code io.pando.wire} encodes them. */
@NullMarked
package io.pando.message;

import org.jspecify.annotations.NullMarked;
