/**
 * Checks whether the records of a raw store are consistent, and repairs them; no record is trusted
 * before it was checked.
 */
@NullMarked
package io.pando.disk.raw.check;

import org.jspecify.annotations.NullMarked;
