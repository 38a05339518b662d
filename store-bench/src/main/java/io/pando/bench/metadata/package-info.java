/** {@code pando bench metadata}: what a metadata server writes and keeps in memory. */
@NullMarked
package io.pando.bench.metadata;

import org.jspecify.annotations.NullMarked;
