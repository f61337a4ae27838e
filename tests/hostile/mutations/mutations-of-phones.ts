import { edit, type Mutation } from './mutation.ts';

const PHONES = 'server/modules/phones';
const COMMANDS = `${PHONES}/commands.test.ts`;
const OUTAGE = `${PHONES}/outage.test.ts`;
const ERASED = `${PHONES}/kept-and-erased.test.ts`;
const TRUST = 'features/accounts/server/trust-in-number.ts';
const RELEASE = 'features/accounts/server/people/release-number.ts';
const WORDS = 'features/phones/server/answer-words.ts';
const SENDING = 'features/notifications/server/sms/send-queued-sms.ts';

/** Guards of what happens by SMS and USSD. */
export const mutationsOfPhones: Mutation[] = [
  {
    name: 'ending-by-sms',
    removes: 'the other side hears by SMS that an order was cancelled',
    edits: [
      {
        file: 'src/features/notifications/rules/notice.ts',
        find: "orderCancelled: { topic: 'orders', mail: 'event', smsImportance: smsImportance.order }",
        put: "orderCancelled: { topic: 'orders', mail: 'event' }",
      },
    ],
    tests: [`${PHONES}/order-endings.test.ts`],
    named: 'cancelled',
    project: 'embedded',
  },
  {
    name: 'sms-once',
    removes: 'an SMS that comes again is the same one',
    edits: [
      edit(
        'features/phones/server/receive-sms.ts',
        '{ serviceId: id, phoneNumber,',
        '{ serviceId: id + Math.random(), phoneNumber,',
      ),
    ],
    tests: [COMMANDS],
    named: 'fifty times',
    project: 'embedded',
  },
  {
    name: 'ussd-step-once',
    removes: 'of two USSD requests that take the same step one does',
    edits: [edit('features/phones/server/ussd/queries.ts', 'and(isOwn(own), eq(ussdSessions.typedHash, from))', 'isOwn(own)')],
    tests: [`${PHONES}/ussd-attacks.test.ts`],
    named: 'many times at once',
    project: 'embedded',
  },
  {
    name: 'autoresponder',
    removes: 'what is no command gets one answer an hour',
    edits: [
      edit(WORDS, "!example) return rateLimits.tryConsume('smsUnknown'", "!example) return rateLimits.tryConsume('smsAnswer'"),
    ],
    tests: [COMMANDS],
    named: 'answered once',
    project: 'embedded',
  },
  {
    name: 'verified-speaker',
    removes: 'only a verified number speaks for its account',
    edits: [edit('features/phones/server/lines/queries.ts', 'isNotNull(users.phoneVerifiedAt)', 'isNotNull(users.phoneNumber)')],
    tests: [COMMANDS],
    named: 'nobody has verified',
    project: 'embedded',
  },
  {
    name: 'pin-for-large-handover',
    removes: 'a handover above KES 20,000 needs the PIN',
    edits: [edit(WORDS, 'totalCents !== null && totalCents > centsOf(PIN_ORDER_KES)', 'totalCents === centsOf(PIN_ORDER_KES)')],
    tests: [COMMANDS],
    named: 'handover above',
    project: 'embedded',
  },
  {
    name: 'pin-after-silence',
    removes: 'the first word after 90 days needs the PIN',
    edits: [
      edit(TRUST, 'secondsAfter(lastHeardAt, SILENCE_SECONDS) <= now', 'secondsAfter(lastHeardAt, SILENCE_SECONDS) === now'),
    ],
    tests: [COMMANDS],
    named: '90 days',
    project: 'embedded',
  },
  {
    name: 'late-word',
    removes: 'a word answers only what was asked before it came',
    edits: [edit('features/phones/server/lines/queries.ts', ', lte(phoneLines.waitingUntil, until)', '')],
    tests: [`${PHONES}/asked-words.test.ts`],
    named: 'asked later',
    project: 'embedded',
  },
  {
    name: 'tried-once',
    removes: 'a wrong PIN or handover code by SMS counts once, also when the server dies over it and tries the SMS again',
    edits: [edit('features/phones/server/lines/queries.ts', ', isNull(smsInbound.triedAt)', '')],
    tests: [`${PHONES}/asked-words.test.ts`],
    named: 'counts a wrong',
    project: 'embedded',
  },
  {
    name: 'numbers-cannot-be-tried',
    removes: 'asking for the code of a number that has an account counts for the person who asks',
    edits: [edit('features/accounts/server/request-code.ts', "error.code === 'PHONE_TAKEN'", "error.code === 'NOT_FOUND'")],
    tests: [`${PHONES}/number-probing.test.ts`],
    named: 'asking for codes',
    project: 'embedded',
  },
  {
    name: 'sms-by-importance',
    removes: 'after an outage the most important SMS goes first',
    edits: [
      edit(
        'features/notifications/server/sms/queries.ts',
        'one.importance - other.importance || one.id - other.id',
        'one.id - other.id',
      ),
    ],
    tests: [OUTAGE],
    named: 'down for an hour',
    project: 'embedded',
  },
  {
    name: 'outdated-sms',
    removes: 'an SMS about an order that has moved on is dropped',
    edits: [
      edit(
        'features/phones/server/write-notice-sms.ts',
        "order.status === 'pending' ? writeNewOrder(order, about) : null",
        'writeNewOrder(order, about)',
      ),
    ],
    tests: [OUTAGE],
    named: 'down for an hour',
    project: 'embedded',
  },
  {
    name: 'sms-of-unknown-fate',
    removes: 'an answer about which the service said nothing is not sent again',
    edits: [edit(SENDING, 'isUnsure && importance <= smsImportance.money', 'isUnsure && importance < smsImportance.code')],
    tests: [OUTAGE],
    named: 'comes once',
    project: 'embedded',
  },
  {
    name: 'one-number-one-account',
    removes: 'a number that is verified for one account is not verified for another',
    edits: [
      edit(
        RELEASE,
        '!holder || holder.userId === userId || mayLose(holder, now)',
        '!holder || holder.userId === userId || now !== null',
      ),
      edit(RELEASE, '!holder || !mayLose(holder, now)', '!holder || now === null'),
    ],
    tests: [`${PHONES}/verified-numbers.test.ts`],
    named: 'one number',
    project: 'embedded',
  },
  {
    name: 'waiting-code-erased',
    removes: 'a handover code that waits for a word is erased with its ten minutes',
    edits: [
      edit(
        'platform/server/db/prune.ts',
        'and(isNotNull(phoneLines.waiting), lte(phoneLines.waitingUntil, now))',
        'and(isNull(phoneLines.waiting), lte(phoneLines.waitingUntil, now))',
      ),
    ],
    tests: [ERASED],
    named: 'waits for the PIN',
    project: 'embedded',
  },
  {
    name: 'payout-to-verified-number',
    removes: 'a payout waits for a verified number',
    edits: [
      edit(
        'features/orders/server/payments/payouts/send-payouts.ts',
        'needsVerifiedPhone && payee && !payee.phoneVerifiedAt',
        'needsVerifiedPhone && payee && payee.phoneVerifiedAt === now',
      ),
    ],
    tests: [ERASED],
    named: 'payout waits',
    project: 'embedded',
  },
];
