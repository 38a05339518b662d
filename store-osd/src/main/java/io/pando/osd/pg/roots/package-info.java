/**
 * What members of a group tell each other of their hash trees and their heads in passing, and what
 * follows when it is not as it should be: replicas that silently differ, and disks that have lost
 * what they promised to keep, are noticed within seconds.
 */
@NullMarked
package io.pando.osd.pg.roots;

import org.jspecify.annotations.NullMarked;
