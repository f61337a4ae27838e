import { PAYOUT_ASK_MAX_SECONDS, UNKNOWN_PAYOUT_SECONDS } from '#orders/rules/limits.ts';
import type { Mpesa } from '#platform/server/adapters/mpesa.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Limits } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { hmac } from '#platform/server/hashes.ts';
import type { Logger } from '#platform/server/log.ts';
import { listSilentPayouts, movePayout, updatePayout } from './payout-queries.ts';

const BATCH = 20;

/**
 * The intervals double up to an hour. After a day the payout becomes `unknown`, so that the
 * operator sees it. Returns how many were asked about.
 */
export async function askAboutPayouts(
  db: Database,
  services: { mpesa: Mpesa | null; limits: Limits; clock: Clock; log: Logger; secret: string },
): Promise<number> {
  const now = services.clock();
  const payouts = await listSilentPayouts(db, { now, limit: BATCH });
  for (const payout of payouts) {
    const { id, status, sentAt, approvedAt, originatorConversationId } = payout;
    const silentSeconds = (now.getTime() - (approvedAt ?? sentAt ?? now).getTime()) / 1000;
    const waitSeconds = Math.min(
      Math.max(silentSeconds, services.limits.mpesaSweepSeconds),
      PAYOUT_ASK_MAX_SECONDS,
    );
    const askAgainAt = secondsAfter(now, waitSeconds);
    const isLost = silentSeconds >= UNKNOWN_PAYOUT_SECONDS;
    if (isLost)
      await movePayout(db, {
        id,
        by: 'mpesa',
        to: 'unknown',
        from: status,
        change: { askAgainAt },
      });
    else await updatePayout(db, { id, status, change: { askAgainAt } });
    if (originatorConversationId)
      await askAboutPayout({ originatorConversationId, transactionId: null }, services);
  }
  return payouts.length;
}

type PayoutQuestion = { originatorConversationId: string; transactionId: string | null };

/** The answer arrives at its own URL. */
export async function askAboutPayout(
  { originatorConversationId, transactionId }: PayoutQuestion,
  { mpesa, secret }: { mpesa: Mpesa | null; secret: string },
): Promise<boolean> {
  if (!mpesa?.payouts) return false;
  const resultUrl = `${mpesa.callbackBase}/api/payments/result/${statusToken(secret, originatorConversationId)}`;
  return mpesa.payouts.askAbout({ originatorConversationId, transactionId, resultUrl });
}

/** The same for each question about a try, and secret. */
export const statusToken = (secret: string, originatorConversationId: string) =>
  hmac(secret, 'payout status', originatorConversationId);
