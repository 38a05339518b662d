/** Collections on their way from one store to another, as a stream of checksummed records. */
@NullMarked
package io.pando.disk.transfer;

import org.jspecify.annotations.NullMarked;
