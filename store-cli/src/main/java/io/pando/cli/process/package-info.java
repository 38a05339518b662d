/** Daemons as processes of their own: how they are started, found and ended. */
@NullMarked
package io.pando.cli.process;

import org.jspecify.annotations.NullMarked;
