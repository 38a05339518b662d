/** Benchmarks that measure a cluster from outside. */
@NullMarked
package io.pando.cli.command.bench;

import org.jspecify.annotations.NullMarked;
