/**
 * What a client of a file system and the holder of a rank agree on in a session: who the client is,
 * which capabilities it has, and which inode numbers it may use. Values only.
 */
@NullMarked
package io.pando.fs.session;

import org.jspecify.annotations.NullMarked;
