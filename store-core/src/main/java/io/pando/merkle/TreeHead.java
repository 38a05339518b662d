package io.pando.merkle;

import io.pando.id.Version;

/**
 * How a tree is stored.
 *
 * @param depth levels below the root
 * @param sequence number of the newest record of leaves
 * @param stamp what the log tells up to this update is in those records
 */
public record TreeHead(int depth, long sequence, Version stamp) {}
