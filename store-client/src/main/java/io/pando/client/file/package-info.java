/**
 * File systems by path, as programs in Java use them without a mount. The entry is {@code
 * Cluster.fileSystem}; {@link io.pando.client.file.PandoFileSystem} and {@link
 * io.pando.client.file.PandoFile} have all operations.
 */
@NullMarked
package io.pando.client.file;

import org.jspecify.annotations.NullMarked;
