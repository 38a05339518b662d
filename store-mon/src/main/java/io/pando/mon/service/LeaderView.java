package io.pando.mon.service;

import io.pando.mon.health.ClusterView;
import io.pando.report.ClusterStatus;

/** The cluster as the leading monitor sees it, and the summary of that. */
public record LeaderView(ClusterView cluster, ClusterStatus summary) {}
