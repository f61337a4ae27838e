import { lt, lte } from 'drizzle-orm';
import { NOTICE_KEPT_SECONDS, PUSH_RENEWAL_SECONDS } from '#notifications/rules/limits.ts';
import { notices, pushMessages, pushSubscriptions } from '#notifications/server/tables/notices.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { putAllInOutbox } from '#platform/server/outbox.ts';
import { noticePush } from '../send-push.ts';

export async function pruneNotices(db: Database, now: Date) {
  await db.delete(notices).where(lt(notices.createdAt, secondsAfter(now, -NOTICE_KEPT_SECONDS)));
  await movePushes(db, now);
  await db
    .delete(pushSubscriptions)
    .where(lt(pushSubscriptions.renewedAt, secondsAfter(now, -PUSH_RENEWAL_SECONDS)));
}

const LEFT_SECONDS = 300;

async function movePushes(db: Database, now: Date) {
  await db.transaction(async (tx) => {
    const left = await tx
      .delete(pushMessages)
      .where(lte(pushMessages.availableAt, secondsAfter(now, -LEFT_SECONDS)))
      .returning({
        noticeId: pushMessages.noticeId,
        subscriptionId: pushMessages.subscriptionId,
      });
    if (left.length > 0) await putAllInOutbox(tx, left.map(noticePush), now);
  });
}
