package io.pando.erasure.choice;

import io.pando.erasure.kernel.GfKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The kernel that erasure codes use in this process, and why. Without a request it is the first of
 * ISA-L, the Vector API and plain Java that is available. All of them give the same bytes.
 *
 * @param kernel the kernel
 * @param reason a sentence for the log
 */
public record KernelChoice(GfKernel kernel, String reason) {
  /** The request that leaves the choice to this class. */
  public static final String AUTO = "auto";

  /** The kernel with a name, or {@link #AUTO}. If there is none, the best kernel that there is. */
  public static KernelChoice of(String requested) {
    return of(requested, KernelCandidate.all());
  }

  /** Picks from candidates, the best first; the last one must be available. */
  static KernelChoice of(String requested, List<KernelCandidate> candidates) {
    List<String> missing = new ArrayList<>();
    if (!requested.equals(AUTO)) {
      for (KernelCandidate candidate : candidates) {
        if (candidate.name().equals(requested)) {
          switch (candidate.find()) {
            case KernelCandidate.Found found -> {
              return new KernelChoice(
                  found.kernel(),
                  "Erasure codes use the kernel %s, as requested.".formatted(found.description()));
            }
            case KernelCandidate.Missing absent ->
                missing.add("the requested kernel is not available: " + absent.reason());
          }
        }
      }
      if (missing.isEmpty()) {
        missing.add(
            "there is no kernel '%s'; choose one of %s, %s"
                .formatted(
                    requested,
                    AUTO,
                    candidates.stream()
                        .map(KernelCandidate::name)
                        .collect(Collectors.joining(", "))));
      }
    }
    return best(requested, missing, candidates);
  }

  private static KernelChoice best(
      String requested, List<String> missing, List<KernelCandidate> candidates) {
    for (KernelCandidate candidate : candidates) {
      switch (candidate.find()) {
        case KernelCandidate.Found found -> {
          String why = missing.isEmpty() ? "" : ": " + String.join("; ", missing);
          return new KernelChoice(
              found.kernel(),
              "Erasure codes use the kernel %s%s.".formatted(found.description(), why));
        }
        case KernelCandidate.Missing absent -> {
          if (!candidate.name().equals(requested)) {
            missing.add(absent.reason());
          }
        }
      }
    }
    throw new IllegalArgumentException("no candidate is available");
  }
}
