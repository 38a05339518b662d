/** Tests of writes through rings. */
@NullMarked
package io.pando.disk.device.uring;

import org.jspecify.annotations.NullMarked;
