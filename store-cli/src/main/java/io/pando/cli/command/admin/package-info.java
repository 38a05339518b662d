/** Commands that look at a cluster and change how it is set up. */
@NullMarked
package io.pando.cli.command.admin;

import org.jspecify.annotations.NullMarked;
