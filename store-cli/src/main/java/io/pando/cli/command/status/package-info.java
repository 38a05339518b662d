/** Commands that show how the cluster is: status, health, space, rates, the cluster log. */
@NullMarked
package io.pando.cli.command.status;

import org.jspecify.annotations.NullMarked;
