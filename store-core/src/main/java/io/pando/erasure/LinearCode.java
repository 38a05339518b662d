package io.pando.erasure;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.field.GfMatrix;
import io.pando.erasure.kernel.GfKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A code that a generator matrix defines, as all codes of {@link Technique} are.
 *
 * <p>The codes without groups are MDS (maximum distance separable): any k fragments decode, and no
 * smaller set computes a lost fragment. For those with groups, the circuits of the generator matrix
 * say from which few fragments a lost one can be computed, and the circuits of the parity check
 * matrix how many losses always decode. Both searches are exhaustive up to 16 positions. Above, the
 * groups themselves are known, further small circuits perhaps not, and {@link #alwaysDecodes()} may
 * be greater than the smallest such number.
 */
public final class LinearCode implements ErasureCode {
  private final CodeParameters parameters;
  private final GfMatrix generator;
  private final Positions dataPositions;
  private final int[] dataPositionOf;
  private final ReadPlanner planner;
  private final GfKernel kernel;
  private final int alwaysDecodes;
  private final List<FragmentTransform> encoders = new ArrayList<>();
  private final List<FragmentTransform> deltas = new ArrayList<>();

  private LinearCode(CodeParameters parameters, GfKernel kernel) {
    this.parameters = parameters;
    this.kernel = kernel;
    this.generator = GeneratorMatrix.of(parameters);
    this.dataPositions = new CodePositions(parameters).ofData();
    this.dataPositionOf = dataPositions.stream().toArray();
    this.planner = new ReadPlanner(generator, circuits(), kernel);
    this.alwaysDecodes = parameters.groups() == 0 ? parameters.k() : enoughWithGroups();
    for (int count = 1; count <= parameters.k(); count++) {
      Positions leading = Positions.of(Arrays.copyOf(dataPositionOf, count));
      encoders.add(parity(leading, parityPositions()));
    }
    for (int position : dataPositionOf) {
      Positions data = Positions.of(position);
      deltas.add(parity(data, parityOf(data)));
    }
  }

  /**
   * The code of this name.
   *
   * @throws IllegalArgumentException if there is no such code; {@link CodeParameters#refusal()}
   *     says so beforehand
   */
  public static LinearCode of(CodeParameters parameters, GfKernel kernel) {
    parameters
        .refusal()
        .ifPresent(reason -> {
          throw new IllegalArgumentException(reason);
        });
    return new LinearCode(parameters, kernel);
  }

  @Override
  public CodeParameters parameters() {
    return parameters;
  }

  @Override
  public int positions() {
    return generator.rows();
  }

  @Override
  public Positions dataPositions() {
    return dataPositions;
  }

  @Override
  public int dataPosition(int index) {
    return dataPositionOf[index];
  }

  @Override
  public FragmentTransform encoder(int count) {
    return encoders.get(count - 1);
  }

  @Override
  public Positions parityOf(Positions data) {
    Positions found = Positions.NONE;
    for (int parity : parityPositions().toList()) {
      if (data.stream().anyMatch(position -> coefficient(parity, position) != 0)) {
        found = found.with(parity);
      }
    }
    return found;
  }

  @Override
  public FragmentTransform delta(Positions data) {
    if (!dataPositions.containsAll(data)) {
      throw new IllegalArgumentException(
          data.minus(dataPositions) + " hold no data; those that do are " + dataPositions);
    }
    return data.size() == 1
        ? deltas.get(dataPositions.indexOf(data.stream().findFirst().getAsInt()))
        : parity(data, parityOf(data));
  }

  @Override
  public ReadPlan plan(Positions wanted, Positions alive, ReadCosts costs) {
    return planner.plan(wanted, alive, costs);
  }

  @Override
  public boolean decodes(Positions alive) {
    return planner.decodes(alive);
  }

  @Override
  public int alwaysDecodes() {
    return alwaysDecodes;
  }

  /** The part of parity fragments that comes from the data at some positions. */
  private FragmentTransform parity(Positions data, Positions parities) {
    GfMatrix matrix =
        generator
            .selectRows(parities.toList())
            .selectColumns(data.stream().map(dataPositions::indexOf).boxed().toList());
    return new FragmentTransform(data, parities, kernel.prepare(matrix));
  }

  private int coefficient(int position, int dataPosition) {
    return generator.get(position, dataPositions.indexOf(dataPosition));
  }

  /**
   * The circuits from which fewer than k fragments compute a lost one, as far as they are known.
   */
  private List<Positions> circuits() {
    if (parameters.groups() == 0) {
      return List.of();
    }
    int size = Circuits.affordableSize(positions(), parameters.k());
    List<Positions> circuits = new ArrayList<>(Circuits.of(generator, size));
    for (Positions group : new CodePositions(parameters).ofGroups()) {
      if (group.size() > size && group.size() <= parameters.k()) {
        circuits.add(group);
      }
    }
    circuits.sort(Comparator.comparingInt(Positions::size));
    return List.copyOf(circuits);
  }

  /**
   * All positions but the losses that always decode. These are fewer than the smallest circuit of
   * the parity check matrix has, and at least m, because the fragments without the local parities
   * form an MDS code.
   */
  private int enoughWithGroups() {
    GfMatrix check = parityCheck();
    int size = Circuits.affordableSize(check.rows(), check.columns() + 1);
    int proven = Circuits.of(check, size).stream().mapToInt(Positions::size).min().orElse(size + 1);
    return positions() - Math.max(proven - 1, parameters.m());
  }

  /** A row for each position and a column for each parity: fragments times these sum to zero. */
  private GfMatrix parityCheck() {
    List<Integer> parities = parityPositions().toList();
    return GfMatrix.of(
        positions(),
        parities.size(),
        (position, column) -> {
          int parity = parities.get(column);
          if (dataPositions.contains(position)) {
            return coefficient(parity, position);
          }
          return position == parity ? 1 : 0;
        });
  }
}
