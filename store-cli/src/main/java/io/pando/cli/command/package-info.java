/** What the commands share: their surroundings, their errors, their connection to a cluster. */
@NullMarked
package io.pando.cli.command;

import org.jspecify.annotations.NullMarked;
