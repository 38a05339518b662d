/**
 * Resources of the machine that this process uses, as reported by Java and the operating system.
 */
@NullMarked
package io.pando.cli.machine;

import org.jspecify.annotations.NullMarked;
