/**
 * The program of those who develop and measure Pando: all commands of {@code io.pando.cli}, with
 * benchmarks, trials of whole clusters, and the simulator.
 */
@NullMarked
package io.pando.bench;

import org.jspecify.annotations.NullMarked;
