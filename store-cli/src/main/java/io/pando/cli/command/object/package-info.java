/** Commands on data: objects, their attributes and their key/value maps. */
@NullMarked
package io.pando.cli.command.object;

import org.jspecify.annotations.NullMarked;
