import type { NoticeKind } from '#features/notifications/rules/notice.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/** Other farms gave exactly the same measurement, so this farm has no badge. */
export const sharedFixNotice: NoticeKind<Record<never, never>> = {
  name: 'sharedFix',
  topic: 'orders',
  mail: 'unread',
  text: (_, options) => m.noticeSharedFix({}, options),
};
