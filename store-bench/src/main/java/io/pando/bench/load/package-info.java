/** Benchmarks that measure a cluster from outside. */
@NullMarked
package io.pando.bench.load;

import org.jspecify.annotations.NullMarked;
