import { accounts } from '#accounts/server/feature.ts';
import { books } from '#books/server/feature.ts';
import { farms } from '#farms/server/feature.ts';
import { feeds } from '#feeds/server/feature.ts';
import { follows } from '#follows/server/feature.ts';
import { lots } from '#lots/server/feature.ts';
import { messages } from '#messages/server/feature.ts';
import type { NoticeKinds } from '#notifications/rules/notice.ts';
import { notifications } from '#notifications/server/feature.ts';
import type { SmsCall } from '#notifications/server/inbox.ts';
import { operator } from '#operator/server/feature.ts';
import { orders } from '#orders/server/feature.ts';
import { phones } from '#phones/server/feature.ts';
import { photos } from '#photos/server/feature.ts';
import { places } from '#places/server/feature.ts';
import { prices } from '#prices/server/feature.ts';
import { privacy } from '#privacy/server/feature.ts';
import { products } from '#products/server/feature.ts';
import { repeatRounds } from '#server/clock.ts';
import { pruneCounters, pruneIdempotencyKeys } from '#server/db/request-queries.ts';
import type { Loop } from '#server/feature.ts';
import { outboxLanes, startOutbox } from '#server/outbox.ts';
import { deleteExpiredMessages } from '#server/outbox-queries.ts';
import { standingOrders } from '#standing-orders/server/feature.ts';
import { webhooks } from '#webhooks/server/feature.ts';

/** All features, each after those that it may import. */
const features: Feature[] = [
  photos,
  places,
  accounts,
  notifications,
  webhooks,
  farms,
  products,
  feeds,
  orders,
  standingOrders,
  lots,
  books,
  prices,
  messages,
  follows,
  phones,
  operator,
  privacy,
];

export const restPaths = features.flatMap(({ paths = {} }) => Object.entries(paths));

export const apiDescriptions = features.flatMap(({ api }) => api ?? []);

export const personalData = features.flatMap((feature) => feature.personalData ?? []);

const PRUNING_MILLISECONDS = 10 * 60 * 1000;

/** If one kind fails, the others are still tried, and the first error is thrown at the end. */
export async function prune(db: Database, now: Date) {
  const failures: unknown[] = [];
  const prunings = [
    ...features.map((one) => one.prune),
    deleteExpiredMessages,
    pruneCounters,
    pruneIdempotencyKeys,
  ];
  for (const one of prunings)
    try {
      await one?.(db, now);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

/**
 * Starts the outbox and the features' loops, the lowest feature first. `stop` ends them in reverse.
 */
export async function startFeatures(db: Database, services: RunningServices): Promise<Loop> {
  const loops = await Promise.all([
    startOutbox(db, outboxLanes(services.outbox), services),
    ...features.flatMap((feature) => feature.start?.(db, services) ?? []),
  ]);
  const pruning = repeatRounds(() => prune(db, services.clock()), {
    pauseMilliseconds: PRUNING_MILLISECONDS,
    firstPauseMilliseconds: PRUNING_MILLISECONDS,
    onError: { log: services.log, text: 'old rows could not be deleted' },
  });
  loops.push(pruning);
  return {
    async stop() {
      for (const loop of loops.toReversed()) await loop.stop();
    },
  };
}

export const outboxHandlers = features.flatMap(({ outbox = [] }) => outbox);

export const webhookSources = features.flatMap((feature) => feature.webhookSources ?? []);

export const notices: NoticeKinds<SmsCall> = new Map(
  features.flatMap((feature) => feature.notices ?? []).map((kind) => [kind.name, kind]),
);
