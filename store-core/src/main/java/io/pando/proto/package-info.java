/** The encoding of Protocol Buffers: numbers, texts and bytes, with tags and lengths. */
@NullMarked
package io.pando.proto;

import org.jspecify.annotations.NullMarked;
