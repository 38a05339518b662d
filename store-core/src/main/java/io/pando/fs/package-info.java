/**
 * Values of the file system that metadata servers, clients and monitors share: inode numbers,
 * names, how a directory is divided among objects, and how a file is divided among objects. Nothing
 * here has state.
 */
@NullMarked
package io.pando.fs;

import org.jspecify.annotations.NullMarked;
