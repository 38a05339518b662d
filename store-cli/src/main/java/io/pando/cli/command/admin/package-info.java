/** Commands that show a cluster's state and change its map. */
@NullMarked
package io.pando.cli.command.admin;

import org.jspecify.annotations.NullMarked;
