import type { OutboxPayloads } from './put-in-outbox.ts';

type Kind = keyof OutboxPayloads;

/**
 * Which lane handles a message: `money` for what M-Pesa and the order's money need, `letters` for
 * what goes out by mail, `photos` for pictures to encode, `sms` for what phones send us.
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
  /** How many of its messages one process handles at the same time. */
  atOnce: number;
  /**
   * After this a message counts as failed and its place goes to the next one. Below the lease, so
   * nobody else has it by then.
   */
  deadlineSeconds: number;
  /** Its messages go to people, so they wait while the database is not the live one. */
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
 * Each lane has its own places, so a mail server that hangs never delays a payment, and an M-Pesa
 * that hangs never delays a mail. The deadlines lie above what the mailer (5 s) and M-Pesa's client
 * (10 s a question, two questions with a new token) allow themselves, and above the 20 s after
 * which the decoder of pictures gives up: they are for a handler that never ends. One picture is
 * encoded at a time, because a large one takes much memory.
 */
export const outboxLanes: readonly Lane[] = [
  lane('money', { atOnce: 20, deadlineSeconds: 45 }),
  lane('letters', { atOnce: 20, deadlineSeconds: 15, isOutgoing: true }),
  lane('photos', { atOnce: 1, deadlineSeconds: 50 }),
  lane('sms', { atOnce: 10, deadlineSeconds: 30 }),
];
