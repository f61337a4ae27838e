import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { sha256 } from '#server/hashes.ts';
import type { Logger } from '#server/log.ts';
import { putInOutbox } from '#server/modules/notifications/put-in-outbox.ts';
import { CALLBACK_VALIDITY_SECONDS } from '#shared/limits.ts';
import { findPayoutTryByToken } from './payments/payouts/payout-queries.ts';
import { findAttemptByToken, insertCallback } from './payments/pushes/attempt-queries.ts';

type Received = { token: string; body: string };
type Needs = { clock: Clock; log: Logger };

/** Keeps what came for a push, as it came, to be worked on later. What comes under no token of ours is only said in the log. */
export async function receiveCallback(db: Database, { token, body }: Received, services: Needs) {
  const tokenHash = sha256(token);
  const attempt = await findAttemptByToken(db, tokenHash);
  if (!attempt) return services.log.warn({}, 'a payment callback came under an unknown token');
  await keep(db, { kind: 'paymentCallback', tokenHash, body }, services);
}

/** Likewise what came for a payout, or for a question about one. */
export async function receiveResult(db: Database, { token, body }: Received, services: Needs) {
  const tokenHash = sha256(token);
  const payoutTry = await findPayoutTryByToken(db, tokenHash);
  if (!payoutTry) return services.log.warn({}, 'a payout result came under an unknown token');
  await keep(db, { kind: 'payoutResult', tokenHash, body }, services);
}

type Kept = { kind: 'paymentCallback' | 'payoutResult'; tokenHash: string; body: string };

async function keep(db: Database, { kind, tokenHash, body }: Kept, { clock }: Needs) {
  const now = clock();
  await db.transaction(async (tx) => {
    // A text of PostgreSQL holds anything but this.
    const callbackId = await insertCallback(tx, { tokenHash, body: body.replaceAll('\0', ''), receivedAt: now });
    await putInOutbox(tx, { kind, payload: { callbackId }, validSeconds: CALLBACK_VALIDITY_SECONDS }, now);
  });
}
