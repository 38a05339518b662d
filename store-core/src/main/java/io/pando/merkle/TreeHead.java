package io.pando.merkle;

import io.pando.id.Version;

/**
 * The head of a stored hash tree.
 *
 * @param depth levels below the root
 * @param sequence number of the newest record of leaves
 * @param stamp newest update that these records include
 */
public record TreeHead(int depth, long sequence, Version stamp) {}
