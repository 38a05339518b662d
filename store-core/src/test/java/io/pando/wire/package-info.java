/** Tests of {@code io.pando.wire}. */
@NullMarked
package io.pando.wire;

import org.jspecify.annotations.NullMarked;
