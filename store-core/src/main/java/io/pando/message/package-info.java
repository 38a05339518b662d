/** What nodes say to each other, as records; the bytes are made in {@code io.pando.wire}. */
@NullMarked
package io.pando.message;

import org.jspecify.annotations.NullMarked;
