import { accountGuarantees } from './account-guarantees.ts';
import { edgeGuarantees } from './edge-guarantees.ts';
import { type Guarantee, row } from './guarantee-table.ts';
import { harvestGuarantees } from './harvest-guarantees.ts';
import { heavyGuarantees } from './heavy-guarantees.ts';
import { loadGuarantees } from './load-guarantees.ts';
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
  ...accountGuarantees,
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
    rest('uploads/cut-parts'),
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
    orders('cash-order-endings'),
  ),
  row(
    'D61',
    "A product's unit does not change while orders hold some of it, and stock balances in each unit",
    'features/products/product-input.test.ts',
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
  ...loadGuarantees,
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
    'features/products/catalogue-pages.test.ts',
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
    accounts('same-email'),
    'features/privacy/trade.test.ts',
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
    messages('offer-attacks'),
  ),
  row(
    'D80',
    'An agreed price applies to the agreed quantity and buyer; everyone else pays the list price',
    messages('offers'),
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
    'features/notifications/push.test.ts',
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
