/**
 * A store with one file for each object, behind an operation log that receives every byte first
 * (paper 001, FileStore with an external journal). Everything but the bytes is in ordered maps.
 */
@NullMarked
package io.pando.disk.file;

import org.jspecify.annotations.NullMarked;
