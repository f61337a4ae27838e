import type { NoticeKind } from '#notifications/rules/notice.ts';
import { m } from '#text';

/** Other farms gave exactly the same measurement, so this farm has no badge. */
export const sharedFixNotice: NoticeKind<Record<never, never>> = {
  name: 'sharedFix',
  topic: 'orders',
  mail: 'unread',
  text: (_, options) => m.noticeSharedFix({}, options),
};
