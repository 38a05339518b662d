package io.pando.group;

import java.util.List;

/**
 * A page of a group's version index.
 *
 * @param entries entries of the page, in the order of their versions
 */
public record IndexPage(List<IndexEntry> entries) {
  public IndexPage {
    entries = List.copyOf(entries);
  }
}
