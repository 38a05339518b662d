package io.pando.crush;

import java.util.ArrayList;
import java.util.List;

/**
 * A bucket that is to contain an item, directly or indirectly.
 *
 * @param type name of the bucket's type
 * @param name name of the bucket, which need not exist yet
 */
public record CrushLocation(String type, String name) {

  /**
   * Parses words such as {@code host=a}.
   *
   * @throws CrushEditException if a word has another form
   */
  public static List<CrushLocation> parse(List<String> words) throws CrushEditException {
    List<CrushLocation> locations = new ArrayList<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals <= 0 || equals == word.length() - 1) {
        throw new CrushEditException(
            "'" + word + "' is not a location; write TYPE=NAME, such as host=a");
      }
      locations.add(new CrushLocation(word.substring(0, equals), word.substring(equals + 1)));
    }
    return locations;
  }

  @Override
  public String toString() {
    return type + "=" + name;
  }
}
