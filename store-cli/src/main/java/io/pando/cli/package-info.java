/** The {@code pando} program: its commands, their configuration, and the output of results. */
@NullMarked
package io.pando.cli;

import org.jspecify.annotations.NullMarked;
