package io.pando.group;

import java.util.List;

/**
 * Locations of some pages of a group's version index.
 *
 * @param pages locations of the pages, in the order of their versions
 */
public record IndexDirectory(List<IndexPlace> pages) {
  public IndexDirectory {
    pages = List.copyOf(pages);
  }
}
