/** Rules for the file-system map: file systems, and the metadata servers that hold their ranks. */
@NullMarked
package io.pando.mon.rules.files;

import org.jspecify.annotations.NullMarked;
