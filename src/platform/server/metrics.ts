import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Connection } from './database.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Labels have few values, all defined by us, so that no client can create endless series, and
 * contain no personal data.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'sokoshamba_request_seconds',
      help: 'Duration of requests by route',
      registers,
      buckets: BUCKETS_SECONDS,
      labelNames: ['method', 'route', 'status'] as const,
    }),
    procedures: new Histogram({
      name: 'sokoshamba_procedure_seconds',
      help: 'Duration of procedures, over tRPC and REST',
      registers,
      buckets: BUCKETS_SECONDS,
      labelNames: ['procedure', 'outcome'] as const,
    }),
    codeMails: new Counter({
      name: 'sokoshamba_code_mails_total',
      help: 'Mails with one-time codes by outcome',
      registers,
      labelNames: ['purpose', 'outcome'] as const,
    }),
    pushes: new Counter({
      name: 'sokoshamba_pushes_total',
      help: 'Web push notifications by outcome',
      registers,
      labelNames: ['outcome'] as const,
    }),
    sms: new Counter({
      name: 'sokoshamba_sms_total',
      help: 'SMS by kind (code, answer, notice) and outcome',
      registers,
      labelNames: ['kind', 'outcome'] as const,
    }),
    payments: new Counter({
      name: 'sokoshamba_payment_attempts_total',
      help: 'M-Pesa payment requests by outcome',
      registers,
      labelNames: ['outcome'] as const,
    }),
  };
}

export function watchProcess(
  { registry }: Metrics,
  { load }: Pick<Connection, 'load'>,
  countOutbox: () => Promise<{ kind: string; number: number }[]>,
) {
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'sokoshamba_' });
  new Gauge({
    name: 'sokoshamba_database_busy',
    help: 'Running queries and transactions, and those waiting for a connection',
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
    name: 'sokoshamba_outbox_messages',
    help: 'Pending outbox messages',
    registers,
    labelNames: ['kind'] as const,
    async collect() {
      this.reset();
      for (const { kind, number } of await countOutbox()) this.set({ kind }, number);
    },
  });
}
