import { lt } from 'drizzle-orm';
import { NOTICE_KEPT_SECONDS, PUSH_RENEWAL_SECONDS } from '#features/notifications/rules/limits.ts';
import {
  notices,
  pushMessages,
  pushSubscriptions,
} from '#features/notifications/server/tables/notices.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';

export async function pruneNotices(db: Database, now: Date) {
  await db.delete(notices).where(lt(notices.createdAt, secondsAfter(now, -NOTICE_KEPT_SECONDS)));
  await db.delete(pushMessages).where(lt(pushMessages.expiresAt, now));
  await db
    .delete(pushSubscriptions)
    .where(lt(pushSubscriptions.renewedAt, secondsAfter(now, -PUSH_RENEWAL_SECONDS)));
}
