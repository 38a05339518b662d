/**
 * Inodes and names that a client knows under its capabilities, and what it answers from them. A
 * pure machine.
 */
@NullMarked
package io.pando.client.fs.cache;

import org.jspecify.annotations.NullMarked;
