package io.pando.group;

import io.pando.id.Version;

/**
 * Where a page of a group's version index is.
 *
 * @param number of the page
 * @param last version in it
 * @param entries how many it has
 */
public record IndexPlace(long number, Version last, int entries) {}
