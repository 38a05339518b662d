/**
 * Open files: the whole client of a file system as a pure machine, which joins names and
 * capabilities with bytes. Not public.
 */
@NullMarked
package io.pando.client.fs.open;

import org.jspecify.annotations.NullMarked;
