/** Tests of {@code io.pando.net}. */
@NullMarked
package io.pando.net;

import org.jspecify.annotations.NullMarked;
