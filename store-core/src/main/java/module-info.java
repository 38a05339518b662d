/**
 * Values, the cluster map, placement, messages, and ports. Applications see the packages that the
 * client's API names; the others are for the modules of Pando. Daemons run on the class path.
 *
 * <p>The client computes no digests, so the two libraries of hash functions are optional here. One
 * of them has no module name of its own: applications need not have it on their module path.
 */
@SuppressWarnings("module")
module io.pando.core {
  requires static transitive org.jspecify;
  requires static com.dynatrace.hash4j;
  requires static zero.allocation.hashing;
  requires micrometer.core;

  exports io.pando.bytes;
  exports io.pando.cluster;
  exports io.pando.cluster.erasure;
  exports io.pando.cluster.fence;
  exports io.pando.cluster.files;
  exports io.pando.cluster.fullness;
  exports io.pando.cluster.release;
  exports io.pando.crush;
  exports io.pando.crush.choose;
  exports io.pando.crush.model;
  exports io.pando.erasure.code;
  exports io.pando.fs;
  exports io.pando.fs.access;
  exports io.pando.fs.call;
  exports io.pando.fs.inode;
  exports io.pando.fs.lock;
  exports io.pando.fs.request;
  exports io.pando.fs.session;
  exports io.pando.group;
  exports io.pando.id;
  exports io.pando.network;
  exports io.pando.op;
  exports io.pando.report;
  exports io.pando.report.files;
  exports io.pando.report.group;
  exports io.pando.report.space;
  exports io.pando.check to
      io.pando.client,
      io.pando.net;
  exports io.pando.collect to
      io.pando.client;
  exports io.pando.message to
      io.pando.client,
      io.pando.net;
  exports io.pando.metrics to
      io.pando.client;
  exports io.pando.port to
      io.pando.client,
      io.pando.net;
  exports io.pando.probe to
      io.pando.client;
  exports io.pando.proto to
      io.pando.net;
  exports io.pando.random to
      io.pando.client;
  exports io.pando.session to
      io.pando.client;
  exports io.pando.time to
      io.pando.client,
      io.pando.net;
  exports io.pando.wire to
      io.pando.net;
}
