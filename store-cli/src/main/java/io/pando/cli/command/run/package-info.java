/** Commands that run daemons: one, or a whole cluster on this machine. */
@NullMarked
package io.pando.cli.command.run;

import org.jspecify.annotations.NullMarked;
