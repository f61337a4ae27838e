import { ECDH } from 'node:crypto';
import { lockLogin } from '#accounts/server/people-queries.ts';
import { canonicalEndpoint, type Subscribe } from '#platform/rules/push.ts';
import { AppError } from '#platform/server/app-error.ts';
import { retryTransaction } from '#platform/server/db/unavailable.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import {
  deleteOthersOfSession,
  deleteOwnSubscription,
  deleteSubscriptionAt,
  deleteSurplusSubscriptions,
  listSubscriptions,
  upsertSubscription,
} from './push/queries.ts';

export const getPushKey = async ({ webPush: { publicKey } }: Call<'user'>) => ({ publicKey });

/** Deletes the browsers renewed longest ago beyond PUSH_DEVICES_MAX. */
export async function subscribeDevice(
  { db, user, clock, webPush }: Call<'user'>,
  { endpoint, keys: { p256dh, auth } }: Subscribe,
) {
  const { id: userId, sessionId } = user;
  if (!webPush.isKnownService(endpoint))
    throw new AppError('PUSH_ENDPOINT_REFUSED', { field: 'endpoint' });
  if (!isOnCurve(p256dh)) throw new AppError('INVALID_INPUT', { field: 'keys' });
  const now = clock();
  const at = { endpoint: canonicalEndpoint(endpoint) };
  await retryTransaction(() =>
    db.transaction(async (tx) => {
      await lockLogin(tx, { userId, sessionId });
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

export async function unsubscribeDevice(
  { db, user }: Call<'user'>,
  { endpoint }: { endpoint: string },
) {
  await deleteSubscriptionAt(db, { userId: user.id, endpoint: canonicalEndpoint(endpoint) });
  return {};
}

export async function listDevices({ db, user }: Call<'user'>) {
  const rows = await listSubscriptions(db, user.id);
  return {
    devices: rows.map(({ sessionId, ...device }) => ({
      ...device,
      isThis: sessionId === user.sessionId,
    })),
  };
}

export async function removeDevice(call: Call<'user'>, { id }: { id: number }) {
  const isDeleted = await deleteOwnSubscription(call.db, { userId: call.user.id, id });
  if (!isDeleted) throw new AppError('NOT_FOUND');
  return listDevices(call);
}
