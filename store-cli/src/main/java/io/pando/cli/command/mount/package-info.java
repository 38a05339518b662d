/** Commands that mount file systems and unmount them. */
@NullMarked
package io.pando.cli.command.mount;

import org.jspecify.annotations.NullMarked;
