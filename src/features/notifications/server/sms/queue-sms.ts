import {
  SMS_NEWS_SECONDS,
  SMS_NOTICE_SECONDS,
  SMS_STRAY_SECONDS,
} from '#notifications/rules/limits.ts';
import { smsImportance } from '#notifications/rules/notice.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { type Lane, outboxKind, putAllInOutbox } from '#platform/server/outbox.ts';
import { takeStraySms } from './queries.ts';

/**
 * One at a time, because each counts how many its reader has had. The adapter's timeout is 10 s.
 */
const sms = { atOnce: 1, deadlineSeconds: 30, isOutgoing: true } as const;
export const urgentSms: Lane = { name: 'urgentSms', ...sms };
export const otherSms: Lane = { name: 'otherSms', ...sms };

export type DueSms = { smsId: number };

export const smsDue = outboxKind<DueSms>({
  kind: 'smsDue',
  lane: urgentSms,
  validSeconds: SMS_NEWS_SECONDS,
});

export const otherSmsDue = outboxKind<DueSms>({
  kind: 'otherSmsDue',
  lane: otherSms,
  validSeconds: SMS_NOTICE_SECONDS,
});

/** Version 1.0.0 sends its SMS within seconds while it runs. */
export async function queueStraySms(db: Database, now: Date) {
  await db.transaction(async (tx) => {
    const strays = await takeStraySms(tx, {
      now,
      dueBefore: secondsAfter(now, -SMS_STRAY_SECONDS),
    });
    if (strays.length === 0) return;
    await putAllInOutbox(
      tx,
      strays.map(({ id: smsId, importance }) =>
        (importance < smsImportance.message ? smsDue : otherSmsDue)({ smsId }),
      ),
      now,
    );
  });
}
