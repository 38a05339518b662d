/**
 * Which process may do what with a file, by the rules of POSIX and Linux: servers and clients check
 * alike. Pure functions.
 */
@NullMarked
package io.pando.fs.access;

import org.jspecify.annotations.NullMarked;
