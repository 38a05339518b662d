package io.pando.erasure.digest;

import io.pando.erasure.ErasureCode;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.Positions;
import io.pando.erasure.ReadPlan;
import io.pando.erasure.kernel.ByteRows;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SortedMap;

/**
 * Checks whether the digests of fragments are those of a true codeword, with fragments at certain
 * positions. The digests are rows of 16 bytes that satisfy the code's equations byte by byte.
 *
 * <p>One wrong fragment is found as the only one without which the others fit together. That needs
 * two fragments more than decode. Several wrong fragments fit that description only if their errors
 * are multiples of each other by an element of GF(2^8), which random damage is not.
 *
 * <p>An immutable instance serves all objects with fragments at the same positions.
 */
public final class DigestCheck {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ErasureCode code;
  private final Positions known;
  private final FragmentTransform redundancy;
  private final Positions checked;

  /** A check of the fragments at these positions. */
  public DigestCheck(ErasureCode code, Positions known) {
    this.code = code;
    this.known = known;
    this.redundancy = redundancy(known);
    this.checked = Positions.of(known.stream().filter(this::isDeterminedByOthers).toArray());
  }

  private boolean isDeterminedByOthers(int position) {
    ReadPlan plan = code.plan(Positions.of(position), known.without(position));
    return plan instanceof ReadPlan.Decodable;
  }

  /** Computes those fragments that are determined by independent ones among the same fragments. */
  private FragmentTransform redundancy(Positions positions) {
    return ((ReadPlan.Decodable) code.plan(positions, positions)).transform();
  }

  /** The verdict on the digests by position. */
  public DigestVerdict judge(SortedMap<Integer, FragmentDigest> digests) {
    byte[][] rows = new byte[code.positions()][FragmentDigest.BYTES];
    for (int position : known.toList()) {
      FragmentDigest digest = digests.get(position);
      if (digest == null || digests.size() != known.size()) {
        throw new IllegalArgumentException(
            "expected digests of positions %s, found %s".formatted(known, digests.keySet()));
      }
      WORD.set(rows[position], 0, digest.low());
      WORD.set(rows[position], Long.BYTES, digest.high());
    }
    if (fits(redundancy, rows)) {
      return new DigestVerdict.Consistent(checked);
    }
    int[] suspects =
        checked.stream()
            .filter(position -> fits(redundancy(known.without(position)), rows))
            .toArray();
    return suspects.length == 1
        ? new DigestVerdict.Wrong(suspects[0])
        : new DigestVerdict.NotProvable();
  }

  private static boolean fits(FragmentTransform transform, byte[][] rows) {
    byte[][] computed = new byte[transform.to().size()][FragmentDigest.BYTES];
    ByteRows in = new ByteRows(transform.from().size());
    transform
        .from()
        .forEach(position -> in.set(transform.from().indexOf(position), rows[position], 0));
    transform.coder().overwrite(in, ByteRows.of(computed), FragmentDigest.BYTES);
    return transform.to().stream()
        .allMatch(
            position -> Arrays.equals(rows[position], computed[transform.to().indexOf(position)]));
  }
}
