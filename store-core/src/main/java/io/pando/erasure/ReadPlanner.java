package io.pando.erasure;

import io.pando.erasure.field.GfMatrix;
import io.pando.erasure.field.LinearSpan;
import io.pando.erasure.kernel.GfKernel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses which fragments to read. Any k independent fragments determine everything, and a set of
 * fewer fragments determines a lost one only if it contains the rest of a circuit of at most k
 * positions. So the search compares the cheapest k independent fragments with the unions of known
 * circuits, one for each lost fragment. With all circuits known, the result is a smallest set.
 */
final class ReadPlanner {
  private final GfMatrix generator;

  /** Circuits of at most k positions, the smallest first. */
  private final List<Positions> circuits;

  private final GfKernel kernel;

  /** Computes nothing. */
  private final FragmentTransform nothing;

  ReadPlanner(GfMatrix generator, List<Positions> circuits, GfKernel kernel) {
    this.generator = generator;
    this.circuits = circuits;
    this.kernel = kernel;
    this.nothing = transform(Positions.NONE, Positions.NONE);
  }

  ReadPlan plan(Positions wanted, Positions alive, ReadCosts costs) {
    if (alive.containsAll(wanted) && isIndependent(wanted)) {
      // The usual case, which every read and small write asks for.
      return new ReadPlan.Decodable(wanted, nothing);
    }
    Basis basis = new Basis();
    sorted(wanted.intersection(alive), costs).forEach(basis::add);
    Positions readAnyway = basis.chosen();
    sorted(alive, costs).forEach(basis::add);
    Positions others = wanted.minus(readAnyway);
    Positions undetermined = basis.undetermined(others);
    if (!undetermined.isEmpty()) {
      return new ReadPlan.NotDecodable(undetermined);
    }
    Positions general = readAnyway.union(basis.used(others));
    Search search = new Search(alive, costs, general);
    search.cover(readAnyway, wanted.minus(alive));
    FragmentTransform transform = transform(search.best, others);
    return new ReadPlan.Decodable(readAnyway.union(transform.from()), transform);
  }

  private boolean isIndependent(Positions positions) {
    Basis basis = new Basis();
    positions.forEach(basis::add);
    return basis.positions.size() == positions.size();
  }

  /** Whether the fragments determine all others. */
  boolean decodes(Positions alive) {
    Basis basis = new Basis();
    alive.forEach(basis::add);
    return basis.span.size() == generator.columns();
  }

  /** Computes the fragments at some positions from others, which must determine them. */
  FragmentTransform transform(Positions from, Positions to) {
    Basis basis = new Basis();
    from.forEach(basis::add);
    Positions used = basis.used(to);
    List<Integer> targets = to.toList();
    List<byte[]> rows = targets.stream().map(basis::coordinates).toList();
    List<Integer> columns = used.stream().map(basis.positions::indexOf).boxed().toList();
    GfMatrix matrix =
        GfMatrix.of(
            targets.size(),
            columns.size(),
            (row, column) -> rows.get(row)[columns.get(column)] & 0xFF);
    return new FragmentTransform(used, to, kernel.prepare(matrix));
  }

  private static List<Integer> sorted(Positions positions, ReadCosts costs) {
    return positions.stream()
        .boxed()
        .sorted(Comparator.<Integer>comparingInt(costs::of).thenComparing(position -> position))
        .toList();
  }

  private static int cost(Positions positions, ReadCosts costs) {
    return positions.stream().map(costs::of).sum();
  }

  /** Independent fragments, in the order in which they were added. */
  private final class Basis {
    final LinearSpan span = new LinearSpan(generator.columns(), generator.columns());
    final List<Integer> positions = new ArrayList<>();

    /** Adds a fragment, unless the others determine it. */
    void add(int position) {
      if (span.size() < generator.columns() && span.add(generator, position)) {
        positions.add(position);
      }
    }

    Positions chosen() {
      return Positions.of(positions.stream().mapToInt(position -> position).toArray());
    }

    Positions undetermined(Positions targets) {
      return Positions.of(
          targets.stream().filter(target -> !span.contains(generator, target)).toArray());
    }

    byte[] coordinates(int target) {
      return span.coordinates(generator, target).orElseThrow();
    }

    /** The fragments from which the targets are computed. */
    Positions used(Positions targets) {
      Positions used = Positions.NONE;
      for (int target : targets.toList()) {
        byte[] coordinates = coordinates(target);
        int[] needed =
            IntStream.range(0, coordinates.length)
                .filter(i -> coordinates[i] != 0)
                .map(positions::get)
                .toArray();
        used = used.union(Positions.of(needed));
      }
      return used;
    }
  }

  /** Branch and bound over the circuits of the lost fragments. */
  private final class Search {
    private final Positions alive;
    private final ReadCosts costs;
    private Positions best;

    Search(Positions alive, ReadCosts costs, Positions best) {
      this.alive = alive;
      this.costs = costs;
      this.best = best;
    }

    /** Extends {@code read} in all ways so that circuits determine the lost fragments. */
    void cover(Positions read, Positions lost) {
      if (!isBetter(read)) {
        return;
      }
      if (lost.isEmpty()) {
        best = read;
        return;
      }
      int target = Integer.numberOfTrailingZeros(lost.bits());
      for (Positions circuit : circuits) {
        if (circuit.contains(target)) {
          Positions rest = circuit.without(target);
          if (alive.containsAll(rest)) {
            cover(read.union(rest), lost.without(target));
          }
        }
      }
    }

    private boolean isBetter(Positions read) {
      return read.size() < best.size()
          || (read.size() == best.size() && cost(read, costs) < cost(best, costs));
    }
  }
}
