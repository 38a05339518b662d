/** Tries a cluster out that is made for it: what happens when its daemons go, and come back. */
@NullMarked
package io.pando.cli.command.trial;

import org.jspecify.annotations.NullMarked;
