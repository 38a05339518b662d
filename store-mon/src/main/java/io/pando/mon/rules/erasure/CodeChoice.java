package io.pando.mon.rules.erasure;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.erasure.PoolCode;
import io.pando.erasure.code.CodeParameters;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a requester chose for a new erasure-coded pool.
 *
 * @param name name of the profile; null if k and m were given
 */
public record CodeChoice(ErasureProfile profile, @Nullable String name) {
  /** The profile of that name, or the code with these k and m as {@code 4+2}; empty if neither. */
  public static Optional<CodeChoice> of(ClusterMap map, String text) {
    ErasureProfile named = map.profiles().get(text);
    return named != null
        ? Optional.of(new CodeChoice(named, text))
        : CodeParameters.parse(text)
            .map(code ->
                new ErasureProfile(
                    new PoolCode(code, PoolCode.DEFAULT_STRIPE_UNIT),
                    ErasureProfile.Domains.DEFAULT))
            .map(profile -> new CodeChoice(profile, null));
  }

  /** What to say of a text that chooses no code. */
  public static String unknown(ClusterMap map, String text) {
    return "there is no profile '%s' (there are: %s): name one, or give k and m as 4+2"
        .formatted(
            text, map.profiles().isEmpty() ? "none" : String.join(", ", map.profiles().keySet()));
  }

  /** The code of the pool. */
  public PoolCode code() {
    return profile.code();
  }

  /** The pool's min_size, if the requester gave this one; 0 stands for none. */
  public int minSize(int given) {
    return given == 0 ? code().usualMinSize() : given;
  }
}
