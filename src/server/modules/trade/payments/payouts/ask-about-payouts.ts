import type { Mpesa } from '#server/adapters/mpesa.ts';
import type { Clock } from '#server/clock.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Limits } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/log.ts';
import { statusToken } from '#server/modules/trade/payments/status-token.ts';
import { PAYOUT_ASK_MAX_SECONDS, UNKNOWN_PAYOUT_SECONDS } from '#shared/limits.ts';
import { listSilentPayouts, updatePayout } from './payout-queries.ts';

const BATCH = 20;

/**
 * Asks what became of payouts that were sent and not heard of, after an interval, then each time when twice as long has gone by. After
 * a day in silence one is `unknown`, for the operator to see; it is asked about all the same.
 * @returns how many were asked about
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
    const waitSeconds = Math.min(Math.max(silentSeconds, services.limits.mpesaSweepSeconds), PAYOUT_ASK_MAX_SECONDS);
    const askAgainAt = secondsAfter(now, waitSeconds);
    const isLost = silentSeconds >= UNKNOWN_PAYOUT_SECONDS;
    await updatePayout(db, { id, from: [status], change: { askAgainAt, ...(isLost && { status: 'unknown' as const }) } });
    if (originatorConversationId) await askAboutPayout({ originatorConversationId, transactionId: null }, services);
  }
  return payouts.length;
}

type Question = { originatorConversationId: string; transactionId: string | null };

/** Asks about one try. The answer comes to an address of its own. @returns whether M-Pesa took the question */
export async function askAboutPayout(
  { originatorConversationId, transactionId }: Question,
  { mpesa, secret }: { mpesa: Mpesa | null; secret: string },
): Promise<boolean> {
  if (!mpesa?.payouts) return false;
  const resultUrl = `${mpesa.callbackBase}/api/payments/result/${statusToken(secret, originatorConversationId)}`;
  return mpesa.payouts.askAbout({ originatorConversationId, transactionId, resultUrl });
}
