/** Tries what is read off the machine. */
@NullMarked
package io.pando.cli.machine;

import org.jspecify.annotations.NullMarked;
