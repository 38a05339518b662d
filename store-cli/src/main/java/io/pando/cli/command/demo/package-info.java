/** A tour of the system's features, on a temporary cluster. */
@NullMarked
package io.pando.cli.command.demo;

import org.jspecify.annotations.NullMarked;
