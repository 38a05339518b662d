/** Tests of {@code io.pando.disk.metadata}. */
@NullMarked
package io.pando.disk.metadata;

import org.jspecify.annotations.NullMarked;
