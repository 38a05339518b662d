/**
 * File systems by path over calls by inode: paths are resolved here, component by component, as the
 * kernel does it for mounts.
 */
@NullMarked
package io.pando.client.file.path;

import org.jspecify.annotations.NullMarked;
