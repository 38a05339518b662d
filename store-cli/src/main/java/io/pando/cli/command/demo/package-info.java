/** A tour of what the system does, on a cluster of its own. */
@NullMarked
package io.pando.cli.command.demo;

import org.jspecify.annotations.NullMarked;
