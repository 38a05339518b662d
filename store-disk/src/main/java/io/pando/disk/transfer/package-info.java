/** Export and import of collections, as a stream of checksummed records. */
@NullMarked
package io.pando.disk.transfer;

import org.jspecify.annotations.NullMarked;
