/** The medium that objects' bytes are on: blocks of a file or of a device. */
@NullMarked
package io.pando.disk.raw.device;

import org.jspecify.annotations.NullMarked;
