/** {@code pando sim}: runs of the simulator. */
@NullMarked
package io.pando.cli.command.sim;

import org.jspecify.annotations.NullMarked;
