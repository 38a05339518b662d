/** Measures what it takes a replica to come back: {@code pando bench repair}. */
@NullMarked
package io.pando.cli.command.repair;

import org.jspecify.annotations.NullMarked;
