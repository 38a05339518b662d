/**
 * File systems of clusters as file systems of {@code java.nio.file}: {@code Files}, {@code Path}
 * and {@code FileChannel} work with them. Programs name no class of this package; they open a file
 * system by its URI, {@code pando://MONITORS/NAME}.
 */
@NullMarked
package io.pando.client.nio;

import org.jspecify.annotations.NullMarked;
