/** Builds daemons: joins machines, adapters and threads. */
@NullMarked
package io.pando.cli.daemon;

import org.jspecify.annotations.NullMarked;
