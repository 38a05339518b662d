/** {@code pando crush}: the CRUSH map of a cluster, and work on maps in files. */
@NullMarked
package io.pando.cli.command.crush;

import org.jspecify.annotations.NullMarked;
