// More than 300 lines, because it is one list with a row for each guarantee.
import { edgeGuarantees } from './edge-guarantees.ts';
import type { Guarantee } from './guarantee-table.ts';
import { heavyGuarantees } from './heavy-guarantees.ts';
import { phoneGuarantees } from './phone-guarantees.ts';
import { priceGuarantees } from './price-guarantees.ts';
import { proofGuarantees } from './proof-guarantees.ts';
import { signupGuarantees } from './signup-guarantees.ts';
import { trustGuarantees } from './trust-guarantees.ts';
import { uploadGuarantees } from './upload-guarantees.ts';

const accounts = (name: string) => `features/accounts/${name}.test.ts`;
const orders = (name: string) => `features/orders/orders/${name}.test.ts`;
const payments = (name: string) => `features/orders/payments/${name}.test.ts`;
const messages = (name: string) => `features/messages/${name}.test.ts`;
const rest = (name: string) => `app/rest/${name}.test.ts`;
const hostile = (name: string) => `hostile/${name}.test.ts`;

const row = (id: string, promise: string, ...files: string[]): Guarantee => ({
  id,
  promise,
  files,
});

/** Every guarantee with the tests that show it. The tests' names contain its id. */
export const guarantees: Guarantee[] = [
  row(
    'A1',
    'Of wrong codes sent in parallel five are evaluated; after that the right one fails too',
    accounts('guessing'),
  ),
  row(
    'A2',
    'A right code opens one session, however often it is sent at once',
    accounts('guessing'),
  ),
  row('A3', 'A code lives 600 seconds', accounts('life-of-a-code')),
  row(
    'A4',
    'A new code invalidates the old one and does not reset the count of guesses',
    accounts('life-of-a-code'),
  ),
  row(
    'A5',
    'In a day of guessing 20 codes are evaluated, and the owner can log in within the hour',
    accounts('day-of-guessing'),
  ),
  row(
    'A6',
    'At most one code mail a minute and ten an hour for an email',
    accounts('pace-of-mails'),
  ),
  row(
    'A7',
    'A code works for its purpose and person only',
    accounts('code-purposes'),
    'features/farms/signup-proof.test.ts',
  ),
  row('A8', 'A batch of 100 verifications is refused or counted', accounts('guessing')),
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
    'One account per email, whatever its case, also when signed up for at the same moment',
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
    'features/farms/signup-theft.test.ts',
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
    'The county is that of the pin; a badge says only what is known, and made-up measurements earn none',
    'features/farms/evidence.test.ts',
  ),
  row(
    'C20',
    'Generated inputs cause no 5xx, and no answer reveals internals',
    hostile('generated-inputs'),
  ),
  row(
    'C21',
    'Odd numbers are refused with a sentence or handled correctly',
    hostile('odd-numbers'),
  ),
  row('C22', 'No input blocks the event loop', hostile('faults/stalls')),
  row(
    'C23',
    'No markup runs, and no line break adds a header to a mail',
    'platform/server/adapters/smtp-mailer.test.ts',
  ),
  row(
    'C24',
    'Broken, endless and aborted uploads are refused and leave nothing behind',
    rest('hostile-uploads'),
    rest('read-multipart'),
  ),
  row(
    'C25',
    'What is not a picture is refused before decoding; what is stored is encoded anew',
    'features/photos/store-photo.test.ts',
    'features/photos/sweep-photos.test.ts',
  ),
  row(
    'C26',
    'An upload without permission is refused before its body is read',
    rest('hostile-uploads'),
    rest('photos'),
  ),
  row(
    'C27',
    'Nothing that a user types redirects or slows down the geocoder',
    'features/places/nominatim.test.ts',
  ),
  {
    ...row('C28', 'Every answer carries the CSP, and every page works under it', rest('headers')),
    elsewhere: 'tests/e2e (npm test)',
  },
  row('D29', 'One unit and 200 buyers: one order', orders('races')),
  row(
    'D30',
    'A basket is ordered as a whole or not at all, and no deadlock reaches a user',
    orders('races'),
    orders('place-order'),
  ),
  row(
    'D31',
    'One Idempotency-Key gives one order and one answer',
    orders('races'),
    orders('idempotency-key'),
  ),
  row(
    'D32',
    'Prices sent by a client change nothing',
    orders('place-order'),
    rest('injected-fields'),
  ),
  row('D33', 'A callback counts once, and only if M-Pesa confirms it', payments('callbacks')),
  row(
    'D34',
    'Callbacks that come early, late, never or after a cancellation lose no money',
    payments('early-and-late-callbacks'),
    payments('pushes'),
    payments('late-failures'),
  ),
  row('D35', 'Stock and money balance after any sequence of steps', payments('money-properties')),
  row(
    'D58',
    'A copied database pays nothing until the operator enables it',
    payments('paying-database'),
  ),
  row('D59', 'A payout in doubt is asked about, never sent twice', payments('payouts-in-doubt')),
  row(
    'D64',
    'Pushes of the same amount to one phone go out in turn; an ambiguous error code settles nothing',
    payments('same-amount'),
  ),
  row(
    'D68',
    "Nobody can ring many strangers' phones, or use up the pushes of a number's owner",
    payments('strangers-phones'),
  ),
  row(
    'D60',
    'A cash order ends even if nobody responds, and its stock is back or sold',
    orders('not-collected'),
    orders('cash-order-endings'),
  ),
  row(
    'D61',
    "A product's unit does not change while orders hold some of it, and stock balances in each unit",
    'features/products/units.test.ts',
  ),
  row(
    'D62',
    "A suspended farmer's order cannot be paid, and its buyer may cancel it at once",
    orders('suspended-farmer'),
  ),
  row(
    'D63',
    'A stock count never overwrites an order that came in while it was typed',
    'features/products/web/typed-quantities.test.ts',
    'platform/rules/csv.test.ts',
  ),
  row(
    'E36',
    'Mixed requests at 50 a second: no 5xx, p99 under 500 ms, constant memory',
    hostile('steady-load'),
  ),
  row('E37', "Slow clients don't slow the others", hostile('slow-clients')),
  row(
    'E38',
    'PostgreSQL stopped or frozen: 503 in time; once it is back: healthy in time',
    hostile('faults/postgres-outage'),
  ),
  row(
    'E39',
    'Mail server refusing or hanging: answers within 5 s, and letters about orders go out once',
    'features/notifications/mail-outage.test.ts',
    hostile('faults/dependencies-down'),
  ),
  row('E40', 'Geocoder down: listing and ordering still work', hostile('faults/dependencies-down')),
  row('E41', 'A full disk: 507, no partial file, no row', rest('full-disk')),
  row(
    'E42',
    'kill -9 of the server or PostgreSQL: no order lost, none doubled',
    hostile('faults/kills'),
    hostile('faults/photo-kills'),
    hostile('faults/postgres-kills'),
  ),
  row(
    'E43',
    'SIGTERM under load: requests in flight complete, and the server exits within 10 s',
    hostile('faults/sigterm'),
  ),
  {
    ...row(
      'E44',
      'A second process on the embedded database is refused',
      'platform/server/db/folder-lock.test.ts',
    ),
    isEmbedded: true,
  },
  row(
    'E50',
    'A statement that fails half-way leaves no gaps in the next result',
    'platform/server/db/failed-statements.test.ts',
  ),
  row(
    'E51',
    "One client's expensive queries leave others their first page in under 500 ms, without a 5xx",
    hostile('dear-questions'),
    'features/products/shares.test.ts',
    'platform/server/fair-queue.test.ts',
  ),
  row(
    'E54',
    'Payments do not wait behind mail, nor mail behind payments',
    'features/notifications/lanes.test.ts',
  ),
  row(
    'E55',
    'Uploads take turns by farmer, and unused photos are limited in bytes',
    rest('fair-uploads'),
    'platform/server/fair-queue.test.ts',
  ),
  row(
    'E56',
    'One data export per person at a time, a few an hour, and streamed',
    'features/privacy/exports.test.ts',
  ),
  row(
    'E57',
    'A farm lists at a limited pace and up to a cap, and takes turns among the newest offers',
    'features/products/listing-turns.test.ts',
  ),
  row('E52', 'A restart behind the shipped proxy loses no request', hostile('faults/restarts')),
  row(
    'E53',
    'PostgreSQL away: the shipped proxy still serves what needs no database',
    hostile('faults/proxy-outage'),
  ),
  row(
    'F45',
    'A stored photo contains no EXIF, GPS or XMP data',
    'features/photos/store-photo.test.ts',
    'features/photos/waiting-photos.test.ts',
  ),
  row(
    'F46',
    'A stranger finds no phone number, email or exact position',
    hostile('anonymous-crawl'),
    'features/products/catalogue-places.test.ts',
  ),
  row('F47', 'The log contains no secret', accounts('secrets-at-rest'), hostile('logged-secrets')),
  row(
    'F48',
    'Personal answers are no-store; people can export their data and delete their account',
    rest('headers'),
    'features/privacy/trade.test.ts',
    'features/privacy/deletions-amid-orders.test.ts',
  ),
  row(
    'F71',
    'The two sides of an order see each other as at its confirmation, until 30 days after its end',
    orders('disclosure'),
    'features/privacy/trade.test.ts',
    'features/privacy/deletions-amid-orders.test.ts',
  ),
  row(
    'B72',
    'Who acted as operator is proved, not claimed; a list says what it leaves out',
    'features/operator/socket.test.ts',
    'features/operator/commands.test.ts',
  ),
  row(
    'F73',
    "Streams end with their session; unverified sign-ups and deleted people's texts are removed; security.txt exists",
    'features/accounts/streams.test.ts',
    accounts('unverified-signups'),
    'features/privacy/own-words.test.ts',
    rest('security-txt'),
  ),
  row('G49', 'One lockfile, and no secret in git', 'supply.test.ts'),
  {
    ...row(
      'G74',
      'Visitors are counted by their own address over IPv4 and IPv6; the demo listens on its own machine only',
      'platform/server/client-address.test.ts',
      'demo/listening.test.ts',
      hostile('proxied-addresses'),
    ),
    isEmbedded: true,
  },
  row(
    'E75',
    'An answer about the catalogue from memory is at most two seconds old, and gone at once when the catalogue changes',
    hostile('hot-answers'),
    hostile('hot-answers-of-two'),
  ),
  row(
    'E76',
    'With a replica that is late the same holds; one that is down, silent or more than 5 s behind is left out and comes back',
    hostile('replicated-answers'),
    'platform/server/db/replicas.test.ts',
  ),
  row(
    'E77',
    'When the primary dies and a standby is promoted, orders go on within 10 s without a restart; no acknowledged order or payment is lost',
    hostile('faults/failover'),
    'platform/server/db/primary.test.ts',
  ),
  row(
    'E78',
    'Ten thousand people told of one event get one notice and one push each, and the event loop does not stall',
    hostile('followers'),
  ),
  row(
    'D79',
    'Of 200 acceptances of offers on the last unit one is held; what is held is ordered or returned, also after kill -9',
    messages('offer-races'),
    messages('agreed-lines'),
  ),
  row(
    'D80',
    'What was agreed on is billed at its price; everyone else pays the list price',
    messages('offers'),
    messages('offer-refusals'),
  ),
  row(
    'D81',
    'Stock balances after any sequence of offers, answers, edits, orders and time, whatever others do at the same moment',
    messages('offer-properties'),
    messages('offer-attacks'),
  ),
  row(
    'B82',
    "Other people's conversations, offers, photos and voice notes do not exist",
    messages('strangers'),
  ),
  row(
    'C83',
    'One person writes 30 messages a minute and begins 20 conversations a day at most',
    messages('limits-at-once'),
  ),
  row(
    'C84',
    'Notifications go to known push services alone and follow no redirect; a locked screen shows neither who writes nor what',
    'features/notifications/push-input.test.ts',
    'features/notifications/push-attacks.test.ts',
  ),
  row(
    'F85',
    'With an account goes what it wrote and sent in conversations and held; the other side keeps its own, and meets no failure',
    messages('manners'),
    messages('message-media'),
    messages('leaving'),
  ),
  ...priceGuarantees,
  ...uploadGuarantees,
  ...heavyGuarantees,
  ...edgeGuarantees,
  ...phoneGuarantees,
  ...trustGuarantees,
  ...signupGuarantees,
  ...proofGuarantees,
];
