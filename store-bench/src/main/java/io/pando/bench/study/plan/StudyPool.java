package io.pando.bench.study.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pool of a case.
 *
 * @param copies number of replicas; 0 if the pool is erasure coded
 * @param code null if the pool has replicas
 * @param kernel kernel of erasure codes that the OSDs are told to use, as {@code
 *     osd.erasure_kernel} names it
 * @param groups number of placement groups
 */
public record StudyPool(int copies, @Nullable Code code, String kernel, int groups) {
  /**
   * An erasure code, with the names of profiles.
   *
   * @param l fragments that one local parity covers; 0 unless the plugin is lrc
   * @param stripeUnit successive bytes of an object in one fragment
   */
  public record Code(String plugin, int k, int m, int l, int stripeUnit) {
    /** The settings of a profile, each as {@code KEY=VALUE}. */
    public List<String> settings() {
      List<String> settings =
          new ArrayList<>(
              List.of("plugin=" + plugin, "k=" + k, "m=" + m, "stripe_unit=" + stripeUnit));
      if (l > 0) {
        settings.add("l=" + l);
      }
      return settings;
    }
  }

  /** Number of OSDs that have a copy or fragment of an object. */
  @JsonIgnore
  public int positions() {
    if (code == null) {
      return copies;
    }
    return code.k + code.m + (code.l > 0 ? (code.k + code.m) / code.l : 0);
  }

  /** Number of OSDs that may be lost without loss of data, whichever they are. */
  @JsonIgnore
  public int survivableLosses() {
    return code == null ? copies - 1 : code.m;
  }

  /**
   * The fewest copies or fragments with which the pool serves: as few as the data can be read from,
   * as in the paper. 0 for the pool's own choice if that depends on which are left.
   */
  @JsonIgnore
  public int minSize() {
    if (code == null) {
      return 1;
    }
    return code.l > 0 ? 0 : code.k;
  }

  /** The redundancy in short, as {@code 4+2} or {@code 3 copies}. */
  @JsonIgnore
  public String label() {
    if (code == null) {
      return copies + " copies";
    }
    String both = code.k + "+" + code.m;
    return code.l > 0 ? both + " l=" + code.l : both;
  }

  StudyPool withGroups(int other) {
    return new StudyPool(copies, code, kernel, other);
  }

  StudyPool withKernel(String other) {
    return new StudyPool(copies, code, other, groups);
  }

  StudyPool withCode(Code other) {
    return new StudyPool(0, other, kernel, groups);
  }
}
