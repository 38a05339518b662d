/** Classes shared by the commands: context, errors, connection to a cluster. */
@NullMarked
package io.pando.cli.command;

import org.jspecify.annotations.NullMarked;
