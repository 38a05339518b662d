package io.pando.merkle;

import java.util.List;

/**
 * Some leaves of a stored tree: all of a part of it, or those that have changed since the record
 * before.
 *
 * @param sequence number of the record; what a higher one says of a leaf counts
 */
public record TreePage(long sequence, List<LeafState> leaves) {
  public TreePage {
    leaves = List.copyOf(leaves);
  }
}
