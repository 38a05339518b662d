/** The store that has a file for each object: what it keeps, and what a crash leaves. */
@NullMarked
package io.pando.disk.file;

import org.jspecify.annotations.NullMarked;
