/** Trials on temporary clusters: failure and return of daemons. */
@NullMarked
package io.pando.cli.command.trial;

import org.jspecify.annotations.NullMarked;
