import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Connection } from './db/database.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * From well below a tenth of a second, which users don't notice, to ten seconds, after which they
 * give up.
 */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The metrics of the process. Labels have few values, all defined by us (a route's pattern, a
 * procedure's name, an outcome), so that no client can create endless series, and no label holds
 * personal data.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'sokoshamba_request_seconds',
      help: 'Requests by the route they matched',
      registers,
      buckets: BUCKETS_SECONDS,
      labelNames: ['method', 'route', 'status'] as const,
    }),
    procedures: new Histogram({
      name: 'sokoshamba_procedure_seconds',
      help: 'Procedures, over tRPC and REST alike',
      registers,
      buckets: BUCKETS_SECONDS,
      labelNames: ['procedure', 'outcome'] as const,
    }),
    codeMails: new Counter({
      name: 'sokoshamba_code_mails_total',
      help: 'One-time codes that were to be mailed',
      registers,
      labelNames: ['purpose', 'outcome'] as const,
    }),
    pushes: new Counter({
      name: 'sokoshamba_pushes_total',
      help: 'Notifications pushed to browsers, by what the push service answered',
      registers,
      labelNames: ['outcome'] as const,
    }),
    sms: new Counter({
      name: 'sokoshamba_sms_total',
      help: 'SMS by what they were (code, answer, notice) and what became of them',
      registers,
      labelNames: ['kind', 'outcome'] as const,
    }),
    payments: new Counter({
      name: 'sokoshamba_payment_attempts_total',
      help: 'Pushes by what became of them',
      registers,
      labelNames: ['outcome'] as const,
    }),
  };
}

/**
 * Adds metrics that are computed when they are read: the process, the database's connections and
 * replicas, and the outbox.
 */
export function watchProcess(
  { registry }: Metrics,
  { load, reads }: Pick<Connection, 'load' | 'reads'>,
  countOutbox: () => Promise<{ kind: string; number: number }[]>,
) {
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'sokoshamba_' });
  new Gauge({
    name: 'sokoshamba_database_busy',
    help: 'Queries and transactions under way',
    registers,
    labelNames: ['kind'] as const,
    collect() {
      const { queries, transactions, waiting } = load();
      this.set({ kind: 'queries' }, queries);
      this.set({ kind: 'transactions' }, transactions);
      this.set({ kind: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'sokoshamba_replica_behind_seconds',
    help: 'By how much a replica may be behind; NaN while it is left out',
    registers,
    labelNames: ['replica'] as const,
    collect() {
      for (const [at, seconds] of reads.replicas().entries())
        this.set({ replica: at + 1 }, seconds ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'sokoshamba_outbox_messages',
    help: 'What waits to be done outside the database',
    registers,
    labelNames: ['kind'] as const,
    async collect() {
      this.reset();
      for (const { kind, number } of await countOutbox()) this.set({ kind }, number);
    },
  });
}
