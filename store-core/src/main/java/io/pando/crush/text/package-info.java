/** Reads and writes a CRUSH map in {@code crushtool}'s language. */
@NullMarked
package io.pando.crush.text;

import org.jspecify.annotations.NullMarked;
