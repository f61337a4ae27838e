import type { OutboxPayloads } from './put-in-outbox.ts';

type Kind = keyof OutboxPayloads;

/**
 * The lane of each kind of message: `money` for M-Pesa and the orders' money, `letters` for mail,
 * `photos` for encoding images, `sms` for messages from phones.
 */
const laneOfKind = {
  orderCompleted: 'money',
  orderCancelled: 'money',
  orderDisputed: 'money',
  paymentCallback: 'money',
  payoutResult: 'money',
  resetCode: 'letters',
  passwordChanged: 'letters',
  emailAdded: 'letters',
  phoneNumberChanged: 'letters',
  phoneNumberReleased: 'letters',
  orderChanged: 'letters',
  orderReviewed: 'letters',
  noticeUnread: 'letters',
  photoUploaded: 'photos',
  smsReceived: 'sms',
  smsReported: 'sms',
} as const satisfies Record<Kind, string>;

type LaneName = (typeof laneOfKind)[Kind];

export type Lane = {
  name: LaneName;
  kinds: string[];
  /** How many messages of the lane one process handles at the same time. */
  atOnce: number;
  /**
   * After this time a message counts as failed, and the next one takes its slot. Shorter than the
   * lease, so that no other process has the message by then.
   */
  deadlineSeconds: number;
  /** The messages go to users, so they wait while the database is not the live one. */
  isOutgoing?: true;
};

const lane = (
  name: LaneName,
  limits: Pick<Lane, 'atOnce' | 'deadlineSeconds' | 'isOutgoing'>,
): Lane => ({
  name,
  kinds: Object.entries(laneOfKind).flatMap(([kind, of]) => (of === name ? [kind] : [])),
  ...limits,
});

/**
 * Each lane has its own slots, so that a hanging mail server never delays a payment, and a hanging
 * M-Pesa never delays a mail. The deadlines are for handlers that never end. They exceed the
 * timeouts of the mailer (5 s), of M-Pesa's client (10 s per request, two requests with a new
 * token), and of the image decoder (20 s). Images are encoded one at a time, because a large one
 * takes much memory.
 */
export const outboxLanes: readonly Lane[] = [
  lane('money', { atOnce: 20, deadlineSeconds: 45 }),
  lane('letters', { atOnce: 20, deadlineSeconds: 15, isOutgoing: true }),
  lane('photos', { atOnce: 1, deadlineSeconds: 50 }),
  lane('sms', { atOnce: 10, deadlineSeconds: 30 }),
];
