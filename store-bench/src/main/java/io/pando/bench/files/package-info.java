/** Operations on files through the Java client: {@code pando bench files}. */
@NullMarked
package io.pando.bench.files;

import org.jspecify.annotations.NullMarked;
