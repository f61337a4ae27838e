import {
  accounts,
  farms,
  hostile,
  notifications,
  operator,
  phones,
  type Rows,
  rest,
  server,
} from './guarantee-table.ts';

export const accountGuarantees: Rows = {
  A1: [
    'Five of many wrong codes sent in parallel are checked; after that the right one fails too',
    accounts('life-of-a-code'),
  ],
  A2: [
    'A right code opens one session, however often it is sent at once',
    accounts('life-of-a-code'),
  ],
  A3: ['A code lives 600 seconds', accounts('life-of-a-code')],
  A4: [
    'A new code invalidates the old one and does not reset the count of guesses',
    accounts('life-of-a-code'),
  ],
  A5: [
    'A day of guessing checks 20 codes, and the owner can log in within an hour',
    accounts('day-of-guessing'),
  ],
  A6: [
    'An email address gets at most one code a minute and ten an hour',
    accounts('life-of-a-code'),
  ],
  A7: [
    'A code works only for its purpose and person',
    accounts('code-purposes'),
    farms('signup-proof'),
  ],
  A8: ['A batch of 100 verifications is refused or counted', accounts('life-of-a-code')],
  A9: [
    'Known and unknown emails get the same answers',
    accounts('alike'),
    notifications('mail-outage'),
  ],
  A10: ['A dump of the database contains no code, token or password', accounts('secrets-at-rest')],
  A11: [
    'Long passwords count in full, 1 MB is refused at once, common ones bring a warning',
    accounts('passwords'),
  ],
  A12: [
    'A password reset ends all sessions and tells the owner',
    accounts('passwords'),
    accounts('sessions'),
  ],
  A13: ['Sessions expire when idle and after an absolute time', accounts('sessions')],
  A14: [
    'An email has one account, whatever its case, also after concurrent sign-ups',
    accounts('same-email'),
  ],
  A15: [
    'At most ten wrong passwords in 15 minutes, whatever X-Forwarded-For says',
    accounts('guessing-passwords'),
    server('client-address'),
  ],
  A67: [
    'Code mails to emails without an account are capped for each of the nested networks of a client and in total',
    accounts('mails-to-newcomers'),
  ],
  A69: [
    "A sign-up with the token replaces one made without it, until that account's first login",
    farms('signup-proof'),
  ],
  A70: [
    'A password reset ends a lockout, and wrong guesses by strangers never lock out a device that has logged in before',
    accounts('lockout'),
  ],
  B16: [
    'Every procedure and path admits exactly the callers that the access table names',
    rest('authorization'),
  ],
  B17: [
    "Another person's id is answered with 404, and nothing changes",
    rest('strangers'),
    'features/products/own-products',
  ],
  B18: [
    'Injected fields are ignored or refused',
    rest('injected-fields'),
    'features/products/product-input',
  ],
  B19: ["No list shows another person's row under any filter", hostile('strangers-rows')],
  B65: [
    'Reputation counts only paid orders of other people, and one rating per buyer in 30 days',
    'features/orders/reviews/standing',
    'features/orders/reviews/own-farm',
  ],
  B66: [
    'The county is that of the pin; a badge claims only what is known, and invented measurements earn none',
    farms('evidence'),
  ],
  F129: [
    "A row of the operators' log that was changed, removed, added or reordered is found, also at the end",
    operator('log'),
  ],
  B130: [
    'Each operation of an operator takes its role, and leaves exactly one row in the log',
    operator('roles'),
    operator('only-operations'),
  ],
  D131: [
    'What takes two people is done once, by another person than the one who requested it, and only while its subject is unchanged',
    operator('two-people'),
    operator('ending-orders'),
    operator('known-people'),
  ],
  A132: [
    "Nobody is let in at the operators' desk without a second factor; a challenge, a code and a link are accepted once",
    operator('entry'),
    operator('known-people'),
  ],
  E119: [
    "Each cause of SMS has a share of the budget; first messages silence neither new orders nor answers to farmers' words",
    hostile('newcomer-loads'),
    phones('sms-budget'),
  ],
  E120: [
    'A flood of sign-ups from many networks waits behind itself, and leaves honest newcomers their codes by email and SMS',
    'platform/server/fair-queue',
    hostile('newcomer-loads'),
  ],
  A121: [
    'If no code was sent, the answer says so, alike with and without an account, and another can be requested',
    accounts('mails-to-newcomers'),
  ],
  A107: [
    'A number that was silent for 90 days, had its SIM reported or was changed by a session alone resets no password; after the last two it opens no session',
    accounts('trust-in-number'),
    accounts('doubtful-numbers'),
  ],
  A108: [
    'The right PIN or proof of the email ends a doubt about a number; a new password or PIN does not',
    accounts('doubtful-numbers'),
    accounts('set-before-doubt'),
  ],
  A109: [
    '`sim-changed` ends sessions and codes and holds payouts; the payout number stays',
    accounts('doubtful-numbers'),
    accounts('set-before-doubt'),
  ],
  A110: [
    'Only the number of a silent account goes to its new holder; the account keeps everything else, and its money waits',
    accounts('released-numbers'),
  ],
  A111: [
    "An agent never knows the farmer's PIN: the farmer chooses it at the first USSD dial",
    phones('signed-up-by-agent'),
  ],
  A112: [
    'A login link and shared photos have no effect before a press on our page',
    accounts('phone-link'),
    'app/web/worker/shared-photos',
  ],
};
