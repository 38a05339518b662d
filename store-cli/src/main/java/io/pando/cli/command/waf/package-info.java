/** Measures on a cluster of its own how many bytes are written for each byte of clients. */
@NullMarked
package io.pando.cli.command.waf;

import org.jspecify.annotations.NullMarked;
