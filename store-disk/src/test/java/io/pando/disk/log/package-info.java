/** Tests of {@code io.pando.disk.log}. */
@NullMarked
package io.pando.disk.log;

import org.jspecify.annotations.NullMarked;
