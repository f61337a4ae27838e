import type { NoticeKind } from '#notifications/rules/notice.ts';
import { m } from '#text';

/** `isPaused`: the receiver has accepted nothing since. */
export const webhookFailedNotice: NoticeKind<{ host: string; isPaused: boolean }> = {
  name: 'webhookFailed',
  topic: 'orders',
  mail: 'unread',
  text: ({ host, isPaused }, options) =>
    isPaused ? m.noticeWebhookPaused({ host }, options) : m.noticeWebhookFailed({ host }, options),
};
