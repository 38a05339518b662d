package io.pando.merkle;

import java.util.List;

/**
 * Some leaves of a stored hash tree: all leaves of a part, or those that changed since the previous
 * record.
 *
 * @param sequence number of the record; for each leaf the record with the highest number is valid
 */
public record TreePage(long sequence, List<LeafState> leaves) {
  public TreePage {
    leaves = List.copyOf(leaves);
  }
}
