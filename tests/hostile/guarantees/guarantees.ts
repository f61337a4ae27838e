import { accountGuarantees } from './account-guarantees.ts';
import {
  accounts,
  faults,
  type Guarantee,
  hostile,
  messages,
  notifications,
  operator,
  orders,
  payments,
  privacy,
  type Rows,
  rest,
  server,
  uploads,
  webhooks,
} from './guarantee-table.ts';
import { loadGuarantees } from './load-guarantees.ts';
import { seamGuarantees } from './seam-guarantees.ts';
import { tradeGuarantees } from './trade-guarantees.ts';

const rows: Rows = {
  ...accountGuarantees,
  C20: [
    'Generated inputs cause no 5xx, and no answer reveals internals',
    hostile('generated-inputs'),
  ],
  C21: ['Odd numbers are refused with a sentence or handled correctly', hostile('odd-numbers')],
  C22: ['No input blocks the event loop', faults('stalls')],
  C23: [
    'No markup runs, and no line break adds a header to a mail',
    'platform/server/adapters/smtp-mailer',
  ],
  C24: [
    'Broken, endless and aborted uploads are refused and leave nothing behind',
    uploads('hostile-uploads'),
    uploads('read-multipart'),
  ],
  C25: [
    'A file that is not a picture is refused before decoding; stored pictures are re-encoded',
    'features/photos/store-photo',
    'features/photos/sweep-photos',
  ],
  C26: [
    'An upload without permission is refused before its body is read',
    uploads('hostile-uploads'),
    uploads('cut-parts'),
  ],
  C27: [
    'Nothing that a user types redirects or slows down the geocoder',
    'features/places/nominatim',
  ],
  C28: ['Every answer carries the CSP, and every page works under it', rest('headers')],
  D29: ['One unit and 200 buyers: one order', orders('races')],
  D30: [
    'A cart is ordered as a whole or not at all, and no user sees a deadlock',
    orders('races'),
    orders('place-order'),
  ],
  D31: [
    'One Idempotency-Key gives one order and one answer',
    orders('races'),
    orders('idempotency-key'),
  ],
  D32: ['Prices sent by a client change nothing', orders('place-order'), rest('injected-fields')],
  D33: ['A callback counts once, and only if M-Pesa confirms it', payments('callbacks')],
  D34: [
    'No money is lost when a callback arrives early, late, never or after a cancellation',
    payments('early-and-late-callbacks'),
    payments('pushes'),
  ],
  D35: ['Stock and money balance after any sequence of steps', payments('money-properties')],
  D58: [
    'A copied database sends and pays nothing until the operator enables it, and messages a day old wait for a decision',
    payments('paying-database'),
    server('live-database'),
    operator('held-messages'),
  ],
  D59: ['A payout in doubt is asked about, never sent twice', payments('payouts-in-doubt')],
  D64: [
    'Pushes of the same amount to one phone go out in turn; an ambiguous error code settles nothing',
    payments('same-amount'),
  ],
  D68: [
    "Nobody can ring many strangers' phones, or use up the pushes of a number's owner",
    payments('strangers-phones'),
  ],
  D60: [
    'A cash order ends even if nobody responds, and its stock is back or sold',
    orders('cash-order-endings'),
  ],
  D61: [
    "A product's unit does not change while orders hold some of it, and stock balances in each unit",
    'features/products/product-input',
  ],
  D62: [
    "A suspended farmer's order cannot be paid, and its buyer may cancel it at once",
    orders('suspended-farmer'),
  ],
  D63: [
    'A stock count never overwrites an order that came in while it was typed',
    'features/products/web/typed-quantities',
    'platform/rules/csv',
  ],
  ...loadGuarantees,
  F45: [
    'A stored photo contains no EXIF, GPS or XMP data',
    'features/photos/store-photo',
    'features/photos/waiting-photos',
  ],
  F46: [
    'A stranger finds no phone number, email or exact position',
    hostile('anonymous-crawl'),
    'features/products/catalogue-pages',
  ],
  F47: ['The log contains no secret', accounts('secrets-at-rest'), hostile('logged-secrets')],
  F48: [
    'Personal answers are no-store; people can export their data and delete their account',
    rest('headers'),
    privacy('trade'),
    privacy('deletions-amid-orders'),
  ],
  F71: [
    'The two sides of an order see the contact data of its confirmation, until 30 days after its end',
    orders('disclosure'),
    privacy('trade'),
    privacy('deletions-amid-orders'),
  ],
  B72: [
    'The identity of an operator is proved, not claimed; a shortened list says so',
    operator('socket'),
    operator('cases'),
  ],
  F73: [
    "Streams end with their session; unverified sign-ups and deleted people's texts are removed; security.txt exists",
    accounts('streams'),
    accounts('same-email'),
    privacy('trade'),
    rest('security-txt'),
  ],
  G49: ['One lockfile, and no secret in git', 'supply'],
  G74: [
    'Visitors are counted by their own IPv4 or IPv6 address; the demo listens only on its own machine',
    server('client-address'),
    'demo/listening',
    hostile('proxied-addresses'),
  ],
  E75: [
    'A cached answer about the catalogue is at most two seconds old, and a change invalidates it at once',
    hostile('hot-answers'),
  ],
  E77: [
    'A server that was connected before the database failed over to a standby at the same address reconnects without a restart and keeps sending; payouts wait',
    'platform/server/live-database',
  ],
  E78: [
    'Ten thousand people notified of one event get one notice and one push each, and the event loop does not stall',
    hostile('followers'),
  ],
  D79: [
    'Of 200 acceptances of offers for the last unit one reserves it; reserved stock is ordered or returned, also after kill -9',
    messages('offer-races'),
    messages('offer-attacks'),
  ],
  D80: [
    'An agreed price applies to the agreed quantity and buyer; everyone else pays the list price',
    messages('offers'),
  ],
  D81: [
    'Stock balances after any sequence of offers, answers, edits, orders and time, also with concurrent users',
    messages('offer-properties'),
    messages('offer-attacks'),
  ],
  B82: [
    "Other people's conversations, offers, photos and voice notes do not exist",
    messages('strangers'),
  ],
  C83: [
    'A user writes at most 30 messages a minute and begins at most 20 conversations a day',
    messages('limits-at-once'),
  ],
  C84: [
    'Notifications go only to known push services and follow no redirect; a locked screen shows neither the sender nor the text',
    notifications('push'),
  ],
  F85: [
    'Deleting an account deletes its messages, files and reserved stock; the other side keeps its own and sees no failure',
    messages('manners'),
    messages('message-media'),
    messages('leaving'),
  ],
  D141: [
    "A webhook's events come in the order of their subject, one at a time, none is lost, and a repeated one has the same bytes, with two processes of which one is killed",
    hostile('webhooks-of-two'),
    webhooks('send-events'),
    webhooks('failing-receivers'),
  ],
  C142: [
    'A webhook reaches only hosts of the internet, follows no redirect, and no answer holds it longer than five seconds',
    webhooks('receivers'),
    webhooks('hostile-receivers'),
  ],
  ...tradeGuarantees,
  ...seamGuarantees,
};

const embedded = ['E44', 'G74'];

export const guarantees: Guarantee[] = Object.entries(rows).map(([id, [promise, ...files]]) => ({
  id,
  promise,
  files: files.map((file) => `${file}.test.ts`),
  ...(embedded.includes(id) && { isEmbedded: true }),
  ...(id === 'C28' && { elsewhere: 'tests/e2e (npm test)' }),
}));
