/** Commands for the maintenance of an OSD's stores while it does not run. */
@NullMarked
package io.pando.cli.command.store;

import org.jspecify.annotations.NullMarked;
