/** Bytes made smaller, and back: which libraries do it, and where their native parts come from. */
@NullMarked
package io.pando.disk.pack;

import org.jspecify.annotations.NullMarked;
