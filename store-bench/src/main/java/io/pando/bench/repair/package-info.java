/**
 * Benchmark of a returning replica: rounds on temporary clusters, counted and timed, as tables and
 * plots.
 */
@NullMarked
package io.pando.bench.repair;

import org.jspecify.annotations.NullMarked;
