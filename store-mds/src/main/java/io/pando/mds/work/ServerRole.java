package io.pando.mds.work;

/**
 * What a metadata server is for.
 *
 * @param state {@code booting}, {@code standby}, {@code following}, or the state of the rank that
 *     it holds
 * @param system the file system whose rank it holds or follows; empty if there is none
 * @param rank number of the rank as text; empty if there is none
 */
public record ServerRole(String state, String system, String rank) {
  /** Without a rank. */
  public static ServerRole without(String state) {
    return new ServerRole(state, "", "");
  }
}
