/** The {@code pando} program: its commands, their configuration, and how results are printed. */
@NullMarked
package io.pando.cli;

import org.jspecify.annotations.NullMarked;
