package io.pando.mds.journal;

/**
 * Where a journal begins: an attribute of its head object. It is written when the journal is
 * created, and each time before objects at its beginning are removed.
 *
 * @param oldest number of the oldest object that may still exist
 * @param begin position of the first batch that counts
 * @param previousEnd position where the batch before that one ended
 * @param sequence number of the first record of that batch
 */
public record JournalHead(long oldest, long begin, long previousEnd, long sequence) {
  /** Name of the attribute. */
  public static final String ATTRIBUTE = "head";

  /** The head of a journal without records. */
  public static final JournalHead EMPTY = new JournalHead(0, 0, 0, 1);

  public JournalHead {
    if (oldest < 0 || begin < 0 || previousEnd < 0 || previousEnd > begin || sequence < 1) {
      throw new IllegalArgumentException(
          "a journal from %d on, after %d, with record %d, objects from %d on"
              .formatted(begin, previousEnd, sequence, oldest));
    }
  }
}
