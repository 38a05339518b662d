package io.pando.erasure.digest;

import io.pando.erasure.Positions;

/** What the digests of an object's fragments prove. */
public sealed interface DigestVerdict {
  /**
   * The fragments fit together.
   *
   * @param checked the positions that other fragments determine: had one of these fragments been
   *     wrong, the verdict would not be this one
   */
  record Consistent(Positions checked) implements DigestVerdict {}

  /**
   * The other fragments fit together, and this one does not fit.
   *
   * @param position of the wrong fragment
   */
  record Wrong(int position) implements DigestVerdict {}

  /**
   * Fragments are wrong, and it is not certain which ones: more than one, or there are too few
   * others.
   */
  record NotProvable() implements DigestVerdict {}
}
