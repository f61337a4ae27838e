// More than 300 lines, because it is one list with a row for each guarantee.
import { edgeGuarantees } from './edge-guarantees.ts';
import { type Guarantee, row } from './guarantee-table.ts';
import { harvestGuarantees } from './harvest-guarantees.ts';
import { heavyGuarantees } from './heavy-guarantees.ts';
import { operatorGuarantees } from './operator-guarantees.ts';
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
const webhooks = (name: string) => `features/webhooks/${name}.test.ts`;
const rest = (name: string) => `app/rest/${name}.test.ts`;
const hostile = (name: string) => `hostile/${name}.test.ts`;

/** Every guarantee with the tests that show it. The tests' names contain its id. */
export const guarantees: Guarantee[] = [
  row(
    'A1',
    'Five of many wrong codes sent in parallel are checked; after that the right one fails too',
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
    'A day of guessing checks 20 codes, and the owner can log in within an hour',
    accounts('day-of-guessing'),
  ),
  row(
    'A6',
    'An email address gets at most one code a minute and ten an hour',
    accounts('pace-of-mails'),
  ),
  row(
    'A7',
    'A code works only for its purpose and person',
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
    'The county is that of the pin; a badge claims only what is known, and invented measurements earn none',
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
    rest('uploads/hostile-uploads'),
    rest('uploads/read-multipart'),
  ),
  row(
    'C25',
    'A file that is not a picture is refused before decoding; stored pictures are re-encoded',
    'features/photos/store-photo.test.ts',
    'features/photos/sweep-photos.test.ts',
  ),
  row(
    'C26',
    'An upload without permission is refused before its body is read',
    rest('uploads/hostile-uploads'),
    rest('uploads/photos'),
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
    'A cart is ordered as a whole or not at all, and no user sees a deadlock',
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
    'No money is lost when a callback arrives early, late, never or after a cancellation',
    payments('early-and-late-callbacks'),
    payments('pushes'),
    payments('late-failures'),
  ),
  row('D35', 'Stock and money balance after any sequence of steps', payments('money-properties')),
  row(
    'D58',
    'A copied database sends and pays nothing until the operator enables it, and messages a day old wait for a decision',
    payments('paying-database'),
    'platform/server/live-database.test.ts',
    'features/operator/held-messages.test.ts',
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
  row('E41', 'A full disk: 507, no partial file, no row', rest('uploads/full-disk')),
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
    'Payments do not wait for mail, nor mail for payments',
    'features/notifications/lanes.test.ts',
  ),
  row(
    'E55',
    'Uploads take turns by farmer, and unused photos are limited in bytes',
    rest('uploads/fair-uploads'),
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
    'PostgreSQL unreachable: the shipped proxy still serves pages that need no database',
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
    'The two sides of an order see the contact data of its confirmation, until 30 days after its end',
    orders('disclosure'),
    'features/privacy/trade.test.ts',
    'features/privacy/deletions-amid-orders.test.ts',
  ),
  row(
    'B72',
    'The identity of an operator is proved, not claimed; a shortened list says so',
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
      'Visitors are counted by their own IPv4 or IPv6 address; the demo listens only on its own machine',
      'platform/server/client-address.test.ts',
      'demo/listening.test.ts',
      hostile('proxied-addresses'),
    ),
    isEmbedded: true,
  },
  row(
    'E75',
    'A cached answer about the catalogue is at most two seconds old, and a change invalidates it at once',
    hostile('hot-answers'),
    hostile('hot-answers-of-two'),
  ),
  row(
    'E76',
    'The same holds with a delayed replica; one that is down, silent or more than 5 s behind is not used until it recovers',
    hostile('replicated-answers'),
    'platform/server/db/replicas.test.ts',
  ),
  row(
    'E77',
    'When the primary dies and a standby is promoted, orders continue within 10 s without a restart; no acknowledged order or payment is lost',
    hostile('faults/failover'),
    'platform/server/db/primary.test.ts',
  ),
  row(
    'E78',
    'Ten thousand people notified of one event get one notice and one push each, and the event loop does not stall',
    hostile('followers'),
  ),
  row(
    'D79',
    'Of 200 acceptances of offers for the last unit one reserves it; reserved stock is ordered or returned, also after kill -9',
    messages('offer-races'),
    messages('agreed-lines'),
  ),
  row(
    'D80',
    'An agreed price applies to the agreed quantity and buyer; everyone else pays the list price',
    messages('offers'),
    messages('offer-refusals'),
  ),
  row(
    'D81',
    'Stock balances after any sequence of offers, answers, edits, orders and time, also with concurrent users',
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
    'A user writes at most 30 messages a minute and begins at most 20 conversations a day',
    messages('limits-at-once'),
  ),
  row(
    'C84',
    'Notifications go only to known push services and follow no redirect; a locked screen shows neither the sender nor the text',
    'features/notifications/push-input.test.ts',
    'features/notifications/push-attacks.test.ts',
  ),
  row(
    'F85',
    'Deleting an account deletes its messages, files and reserved stock; the other side keeps its own and sees no failure',
    messages('manners'),
    messages('message-media'),
    messages('leaving'),
  ),
  row(
    'D141',
    "A webhook's events come in the order of their subject, one at a time, none is lost, and a repeated one has the same bytes, with two processes of which one is killed",
    hostile('webhooks-of-two'),
    webhooks('many-events'),
  ),
  row(
    'C142',
    'A webhook reaches only hosts of the internet, follows no redirect, and no answer holds it longer than five seconds',
    webhooks('receivers'),
    webhooks('hostile-receivers'),
  ),
  ...priceGuarantees,
  ...uploadGuarantees,
  ...heavyGuarantees,
  ...edgeGuarantees,
  ...operatorGuarantees,
  ...phoneGuarantees,
  ...trustGuarantees,
  ...harvestGuarantees,
  ...signupGuarantees,
  ...proofGuarantees,
];
