/** Tests of the codecs. */
@NullMarked
package io.pando.disk.pack;

import org.jspecify.annotations.NullMarked;
