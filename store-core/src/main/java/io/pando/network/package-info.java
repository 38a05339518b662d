/** What an application sees of the network under its clients. */
@NullMarked
package io.pando.network;

import org.jspecify.annotations.NullMarked;
