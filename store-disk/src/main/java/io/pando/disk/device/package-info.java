/** The medium for objects' bytes: blocks of a file or of a device. */
@NullMarked
package io.pando.disk.device;

import org.jspecify.annotations.NullMarked;
