import { type Guarantee, row } from './guarantee-table.ts';

const accounts = (name: string) => `features/accounts/${name}.test.ts`;
const rest = (name: string) => `app/rest/${name}.test.ts`;
const hostile = (name: string) => `hostile/${name}.test.ts`;

export const accountGuarantees: Guarantee[] = [
  row(
    'A1',
    'Five of many wrong codes sent in parallel are checked; after that the right one fails too',
    accounts('life-of-a-code'),
  ),
  row(
    'A2',
    'A right code opens one session, however often it is sent at once',
    accounts('life-of-a-code'),
  ),
  row('A3', 'A code lives 600 seconds', accounts('life-of-a-code')),
  row(
    'A4',
    'A new code invalidates the old one and does not reset the count of guesses',
    accounts('life-of-a-code'),
  ),
  row(
    'A5',
    'A day of guessing checks 20 codes, and the owner can log in within an hour',
    accounts('day-of-guessing'),
  ),
  row(
    'A6',
    'An email address gets at most one code a minute and ten an hour',
    accounts('life-of-a-code'),
  ),
  row(
    'A7',
    'A code works only for its purpose and person',
    accounts('code-purposes'),
    'features/farms/signup-proof.test.ts',
  ),
  row('A8', 'A batch of 100 verifications is refused or counted', accounts('life-of-a-code')),
  row(
    'A9',
    'Known and unknown emails get the same answers',
    accounts('alike'),
    'features/notifications/mail-outage.test.ts',
  ),
  row(
    'A10',
    'A dump of the database contains no code, token or password',
    accounts('secrets-at-rest'),
  ),
  row(
    'A11',
    'Long passwords count in full, 1 MB is refused at once, common ones bring a warning',
    accounts('passwords'),
  ),
  row(
    'A12',
    'A password reset ends all sessions and tells the owner',
    accounts('passwords'),
    'features/accounts/sessions.test.ts',
  ),
  row(
    'A13',
    'Sessions expire when idle and after an absolute time',
    'features/accounts/sessions.test.ts',
  ),
  row(
    'A14',
    'An email has one account, whatever its case, also after concurrent sign-ups',
    accounts('same-email'),
  ),
  row(
    'A15',
    'At most ten wrong passwords in 15 minutes, whatever X-Forwarded-For says',
    accounts('guessing-passwords'),
    'platform/server/client-address.test.ts',
  ),
  row(
    'A67',
    'Code mails to emails without an account are capped for each of the nested networks of a client and in total',
    accounts('mails-to-newcomers'),
  ),
  row(
    'A69',
    "A sign-up with the token replaces one made without it, until that account's first login",
    'features/farms/signup-proof.test.ts',
  ),
  row(
    'A70',
    'A password reset ends a lockout, and wrong guesses by strangers never lock out a device that has logged in before',
    accounts('lockout'),
  ),
  row(
    'B16',
    'Every procedure and path admits exactly the callers that the access table names',
    rest('authorization'),
  ),
  row(
    'B17',
    "Another person's id is answered with 404, and nothing changes",
    rest('strangers'),
    'features/products/own-products.test.ts',
  ),
  row(
    'B18',
    'Injected fields are ignored or refused',
    rest('injected-fields'),
    'features/products/product-input.test.ts',
  ),
  row('B19', "No list shows another person's row under any filter", hostile('strangers-rows')),
  row(
    'B65',
    'Reputation counts only paid orders of other people, and one rating per buyer in 30 days',
    'features/orders/reviews/standing.test.ts',
    'features/orders/reviews/own-farm.test.ts',
  ),
  row(
    'B66',
    'The county is that of the pin; a badge claims only what is known, and invented measurements earn none',
    'features/farms/evidence.test.ts',
  ),
];
