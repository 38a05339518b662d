/** Daemons built from their parts: the place where machines, adapters and threads are joined. */
@NullMarked
package io.pando.cli.daemon;

import org.jspecify.annotations.NullMarked;
