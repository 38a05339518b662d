/**
 * Whether what a raw store has written down fits together, and how what does not is put right;
 * nothing here trusts a record before it has looked at it.
 */
@NullMarked
package io.pando.disk.raw.check;

import org.jspecify.annotations.NullMarked;
