/** Tests of the store with one file for each object: its contents, also after crashes. */
@NullMarked
package io.pando.disk.file;

import org.jspecify.annotations.NullMarked;
