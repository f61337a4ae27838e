import type { Lane } from '#platform/server/outbox/lanes.ts';

/** Notifications to browsers. The adapter's timeout is 10 s. */
export const pushes: Lane = { name: 'pushes', atOnce: 40, deadlineSeconds: 30, isOutgoing: true };

/**
 * SMS: answers to commands and news of money and orders, and those that can wait. One at a time,
 * because each counts how many its reader has had. The adapter's timeout is 10 s.
 */
const sms = { atOnce: 1, deadlineSeconds: 30, isOutgoing: true } as const;
export const urgentSms: Lane = { name: 'urgentSms', ...sms };
export const otherSms: Lane = { name: 'otherSms', ...sms };
