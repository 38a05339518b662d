/** Backup of the monitors' state, and its rescue when the majority of the monitors is lost. */
@NullMarked
package io.pando.cli.command.monitor;

import org.jspecify.annotations.NullMarked;
