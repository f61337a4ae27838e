/*
 * Makes the load in its own process. Reads a job as JSON from its first argument and prints the
 * figures as JSON. Each variant of the request comes from another address, as through a proxy.
 */

import autocannon from 'autocannon';

export type Job = {
  url: string;
  connections: number;
  seconds?: number;
  amount?: number;
  headers?: Record<string, string>;
  body?: string;
  variants: number;
};

export type Fired = {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  statuses: string;
};

const TIMEOUT_SECONDS = 60;

const [job = '{}'] = process.argv.slice(2);
const { url, connections, seconds, amount, headers, body, variants } = JSON.parse(job) as Job;
const { origin, pathname, search } = new URL(url);

const result = await autocannon({
  url: origin,
  connections,
  timeout: TIMEOUT_SECONDS,
  ...(amount === undefined ? { duration: seconds ?? 5 } : { amount }),
  requests: Array.from({ length: variants }, (_, n) => ({
    path: pathname + search,
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    headers: {
      ...headers,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    },
    ...(body !== undefined && { body: body.replace('{n}', String(n)) }),
  })),
});
const { requests, latency, errors, timeouts, statusCodeStats } = result;
const statuses = Object.entries(statusCodeStats ?? {}).map(
  ([status, { count }]) => `${count} × ${status}`,
);
const fired: Fired = {
  perSecond: Math.round(requests.average),
  p50: latency.p50,
  p99: latency.p99,
  failed: errors + timeouts,
  statuses: statuses.join(', '),
};
console.log(JSON.stringify(fired));
