/** Compression: codecs and the loading of their native libraries. */
@NullMarked
package io.pando.disk.pack;

import org.jspecify.annotations.NullMarked;
