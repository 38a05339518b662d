package io.pando.erasure.code;

import java.util.Arrays;
import java.util.Optional;

/** How the parity of a code is computed: a plug-in of Ceph and the matrix that it uses. */
public enum Technique {
  /**
   * Reed–Solomon with the matrix of powers that ISA-L makes: parity {@code i} has the coefficients
   * {@code (2^i)^j}. The default: its first two parities cost least. Not every k and m will do.
   */
  ISA_REED_SOL_VAN("isa", "reed_sol_van"),

  /** Reed–Solomon with a Cauchy matrix, as ISA-L makes it. Every k and m will do. */
  ISA_CAUCHY("isa", "cauchy"),

  /** Reed–Solomon with the Vandermonde matrix of jerasure. Every k and m will do. */
  JERASURE_REED_SOL_VAN("jerasure", "reed_sol_van"),

  /**
   * Locally repairable: fragments by {@link #JERASURE_REED_SOL_VAN} in groups of l, and for each
   * group one more fragment, their XOR. One lost fragment is computed from the l others of its
   * group.
   */
  LRC("lrc", "");

  private final String plugin;
  private final String name;

  Technique(String plugin, String name) {
    this.plugin = plugin;
    this.name = name;
  }

  /** The plug-in by its name in Ceph. */
  public String plugin() {
    return plugin;
  }

  /** The technique within the plug-in by its name in Ceph; empty if the plug-in has only one. */
  public String technique() {
    return name;
  }

  /** The technique of a plug-in by these names. An empty name stands for the plug-in's default. */
  public static Optional<Technique> of(String plugin, String technique) {
    return Arrays.stream(values())
        .filter(known -> known.plugin.equals(plugin))
        .filter(known -> technique.isEmpty() || known.name.equals(technique))
        .findFirst();
  }

  @Override
  public String toString() {
    return name.isEmpty() ? plugin : plugin + " " + name;
  }
}
