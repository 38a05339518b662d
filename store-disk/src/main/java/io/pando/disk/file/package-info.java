/**
 * A store that has a file for each object, behind an operation log that takes every byte first
 * (paper 001, FileStore with an external journal); what is not bytes is in ordered maps.
 */
@NullMarked
package io.pando.disk.file;

import org.jspecify.annotations.NullMarked;
