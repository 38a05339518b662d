/** Opens clients of file systems over the network of a connection. */
@NullMarked
package io.pando.client.mount;

import org.jspecify.annotations.NullMarked;
