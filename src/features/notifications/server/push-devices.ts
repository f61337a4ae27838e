import { ECDH } from 'node:crypto';
import { canonicalEndpoint, type Subscribe } from '#platform/rules/push.ts';
import type { WebPush } from '#platform/server/adapters/web-push.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import {
  deleteOthersOfSession,
  deleteOwnSubscription,
  deleteSubscriptionAt,
  deleteSurplusSubscriptions,
  listSubscriptions,
  lockPerson,
  lockSession,
  upsertSubscription,
} from './push/queries.ts';

type Person = { userId: number; sessionId: number };

/**
 * From now on this browser is told, until its session ends. The same call renews it. Of more than
 * PUSH_DEVICES_MAX browsers of a person those are dropped that were renewed longest ago.
 * @throws AppError PUSH_ENDPOINT_REFUSED for an endpoint that is not of a known push service, or of
 * somebody else's browser; INVALID_INPUT for a key that is no point of the curve
 */
export async function subscribeDevice(
  db: Database,
  { userId, sessionId, endpoint, keys: { p256dh, auth } }: Subscribe & Person,
  { clock, webPush }: { clock: Clock; webPush: WebPush },
) {
  if (!webPush.isKnownService(endpoint))
    throw new AppError('PUSH_ENDPOINT_REFUSED', { field: 'endpoint' });
  if (!isOnCurve(p256dh)) throw new AppError('INVALID_INPUT', { field: 'keys' });
  const now = clock();
  const at = { endpoint: canonicalEndpoint(endpoint) };
  await retryTransaction(() =>
    db.transaction(async (tx) => {
      await lockPerson(tx, userId);
      if (!(await lockSession(tx, { userId, sessionId }))) throw new AppError('NOT_LOGGED_IN');
      const subscription = {
        userId,
        sessionId,
        ...at,
        p256dh,
        auth,
        createdAt: now,
        renewedAt: now,
      };
      if (!(await upsertSubscription(tx, subscription)))
        throw new AppError('PUSH_ENDPOINT_REFUSED', { field: 'endpoint' });
      await deleteOthersOfSession(tx, { sessionId, ...at });
      await deleteSurplusSubscriptions(tx, userId);
    }),
  );
  return {};
}

function isOnCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** This browser is told no more. An endpoint that is not the person's changes nothing. */
export async function unsubscribeDevice(
  db: Database,
  { userId, endpoint }: { userId: number; endpoint: string },
) {
  await deleteSubscriptionAt(db, { userId, endpoint: canonicalEndpoint(endpoint) });
  return {};
}

/** The browsers that a person is told on, the one that was renewed last first. */
export async function listDevices(db: Database, { userId, sessionId }: Person) {
  const rows = await listSubscriptions(db, userId);
  return {
    devices: rows.map(({ sessionId: of, ...device }) => ({ ...device, isThis: of === sessionId })),
  };
}

/**
 * Another browser of the person's is told no more. @throws AppError NOT_FOUND, also for a
 * stranger's
 */
export async function removeDevice(
  db: Database,
  { userId, id, sessionId }: Person & { id: number },
) {
  if (!(await deleteOwnSubscription(db, { userId, id }))) throw new AppError('NOT_FOUND');
  return listDevices(db, { userId, sessionId });
}
