package io.pando.group;

import io.pando.id.Version;

/**
 * The location of a page of a group's version index.
 *
 * @param number number of the page
 * @param last newest version in the page
 * @param entries number of entries in the page
 */
public record IndexPlace(long number, Version last, int entries) {}
