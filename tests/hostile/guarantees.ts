export type Guarantee = {
  id: string;
  promise: string;
  /** The tests that show it, below tests/. */
  files: string[];
  /** It is about the embedded database: its tests run there. */
  isEmbedded?: true;
  /** What is shown only by tests that this command doesn't run. */
  elsewhere?: string;
};

const otp = (name: string) => `server/modules/accounts/${name}.test.ts`;
const accounts = (name: string) => `server/modules/accounts/${name}.test.ts`;
const orders = (name: string) => `server/modules/trade/orders/${name}.test.ts`;
const payments = (name: string) => `server/modules/trade/payments/${name}.test.ts`;
const rest = (name: string) => `server/http/rest/${name}.test.ts`;
const hostile = (name: string) => `hostile/${name}.test.ts`;

const row = (id: string, promise: string, ...files: string[]): Guarantee => ({ id, promise, files });

/** Everything that is promised, by the numbers that the tests' names carry, and what shows each. */
export const guarantees: Guarantee[] = [
  row('A1', 'Of parallel wrong codes five are evaluated, then the right one fails too', otp('guessing')),
  row('A2', 'A right code opens one session, however often it is sent at once', otp('guessing')),
  row('A3', 'A code lives 600 seconds', otp('life-of-a-code')),
  row('A4', 'A new code kills the old one and forgives no guesses', otp('life-of-a-code')),
  row('A5', 'A day of guessing: 20 evaluated, and the owner is in within the hour', accounts('day-of-guessing')),
  row('A6', 'One code mail a minute, ten an hour for an e-mail', otp('pace-of-mails')),
  row(
    'A7',
    'A code works for its purpose and person alone',
    accounts('code-purposes'),
    'server/modules/farms/signup-proof.test.ts',
  ),
  row('A8', 'A batch of 100 verifications is refused or counted', otp('guessing')),
  row(
    'A9',
    'Known and unknown e-mails are answered alike',
    accounts('alike'),
    'server/modules/notifications/mail-outage.test.ts',
  ),
  row('A10', 'A dump of the database holds no code, token or password', accounts('secrets-at-rest')),
  row('A11', 'Long passwords whole, 1 MB refused at once, common ones refused', accounts('passwords')),
  row('A12', 'A reset ends all sessions and tells the owner', accounts('passwords'), 'server/modules/accounts/sessions.test.ts'),
  row('A13', 'Sessions have an idle and an absolute end', 'server/modules/accounts/sessions.test.ts'),
  row('A14', 'One account for an e-mail in any case, signed up at once or not', accounts('same-email')),
  row(
    'A15',
    'Ten wrong passwords in 15 minutes, whatever X-Forwarded-For says',
    accounts('guessing-passwords'),
    'server/http/client-address.test.ts',
  ),
  row('A67', 'Mails to e-mails without an account are capped per address and in all', accounts('mails-to-newcomers')),
  row(
    'A69',
    "A signup with the token replaces one made without it, until the account's first login",
    'server/modules/farms/signup-theft.test.ts',
  ),
  row('A70', 'A reset ends a lockout, and strangers who guess lock no device out that has logged in before', accounts('lockout')),
  row('B16', 'Who may use what: every procedure and path against a table', rest('authorization')),
  row('B17', "A stranger's id is a 404 and changes nothing", rest('strangers'), 'server/modules/products/own-products.test.ts'),
  row('B18', 'Injected fields are ignored or refused', rest('injected-fields'), 'server/modules/products/product-input.test.ts'),
  row('B19', "No list shows a stranger's row under any filter", hostile('strangers-rows')),
  row(
    'B65',
    'Reputation comes from paid orders of other people; one rating of a buyer in 30 days',
    'server/modules/trade/reviews/standing.test.ts',
  ),
  row(
    'B66',
    'The county is the one of the pin; a badge says what is known; made-up measurements earn none',
    'server/modules/farms/evidence.test.ts',
  ),
  row('C20', 'Generated inputs: no 5xx, nothing of the inside in an answer', hostile('generated-inputs')),
  row('C21', 'Odd numbers are refused with a sentence, or right', hostile('odd-numbers')),
  row('C22', 'No input stalls the event loop', hostile('stalls')),
  row('C23', 'No markup runs, no line break adds a header to a mail', 'server/adapters/smtp-mailer.test.ts'),
  row('C24', 'Broken, endless and cut uploads are refused and leave nothing', rest('hostile-uploads'), rest('read-multipart')),
  row(
    'C25',
    'What is no JPEG is refused before decoding; what is stored is ours',
    'server/modules/photos/store-photo.test.ts',
    'server/modules/photos/sweep-photos.test.ts',
  ),
  row('C26', 'An upload without the right is refused before its body is read', rest('hostile-uploads'), rest('photos')),
  row('C27', 'Nothing that a user writes redirects or slows the geocoder', 'server/modules/farms/nominatim.test.ts'),
  {
    ...row('C28', 'The CSP stands on every answer, and every page keeps it', rest('headers')),
    elsewhere: 'tests/e2e (npm test)',
  },
  row('D29', 'One unit, 200 buyers: one order', orders('races')),
  row('D30', 'A basket is ordered whole or not at all; no deadlock reaches anyone', orders('races'), orders('place-order')),
  row('D31', 'One Idempotency-Key: one order, one answer', orders('races')),
  row('D32', 'Prices sent by a client change nothing', orders('place-order'), rest('injected-fields')),
  row('D33', 'A callback counts once, and only when M-Pesa confirms it', payments('callbacks')),
  row(
    'D34',
    'Callbacks early, late, lost or after a cancel lose no money',
    payments('callbacks'),
    payments('pushes'),
    payments('late-failures'),
  ),
  row('D35', 'The books of stock and money balance after everything', payments('money-properties')),
  row('D58', 'A database that was copied pays nothing until told that it is the one', payments('paying-database')),
  row('D59', 'A payout in doubt is asked about, never sent twice', payments('payouts-in-doubt')),
  row(
    'D64',
    'The same amount to one phone is asked for in turn; an overloaded error code concludes nothing',
    payments('same-amount'),
  ),
  row('D68', "Nobody rings a street of strangers, or uses up an owner's pushes", payments('strangers-phones')),
  row('D60', 'A cash order ends, whoever stays silent, and its stock is back or sold', orders('not-collected')),
  row('D61', 'A unit does not change under orders, and the books balance in each unit', 'server/modules/products/units.test.ts'),
  row('D62', "A suspended farmer's order is not paid, and its buyer may cancel it at once", orders('suspended-farmer')),
  row(
    'D63',
    'A count never overwrites an order that came while it was typed',
    'web/inventory/typed-quantities.test.ts',
    'shared/csv.test.ts',
  ),
  row('E36', 'Mixed requests at 50 a second: no 5xx, p99 under 500 ms, flat memory', hostile('steady-load')),
  row('E37', "Slow clients don't slow the others", hostile('slow-clients')),
  row('E38', 'Postgres stopped or frozen: 503 in time; back: well in time', hostile('postgres-outage')),
  row(
    'E39',
    'Mail refused or hung: answered in 5 s; order mails go out once',
    'server/modules/notifications/mail-outage.test.ts',
    hostile('dependencies-down'),
  ),
  row('E40', 'Geocoder down: listing and ordering go on', hostile('dependencies-down')),
  row('E41', 'A full disk: 507, no half file, no row', rest('full-disk')),
  row('E42', 'kill -9 of server or Postgres: no order lost, none doubled', hostile('kills'), hostile('postgres-kills')),
  row('E43', 'SIGTERM under load: what is in flight ends, exit within 10 s', hostile('sigterm')),
  { ...row('E44', 'A second process on the embedded database is refused', 'server/db/folder-lock.test.ts'), isEmbedded: true },
  row('E50', 'A statement that fails half-way leaves no holes in the next answer', 'server/db/failed-statements.test.ts'),
  row(
    'E51',
    "One client's dear questions leave others their first page under 500 ms, and no 5xx",
    hostile('dear-questions'),
    'server/modules/products/shares.test.ts',
    'server/fair-queue.test.ts',
  ),
  row('E54', 'Payments wait behind no mail, mails behind no payment', 'server/modules/notifications/lanes.test.ts'),
  row('E55', 'Uploads take turns by farmer; unused photos have a share of bytes', rest('fair-uploads'), 'server/turns.test.ts'),
  row('E56', 'One export of data a person at a time, a few an hour, and streamed', 'server/modules/privacy/exports.test.ts'),
  row(
    'E57',
    'One farm lists at a pace and up to a cap, and takes turns among the newest',
    'server/modules/products/listing-turns.test.ts',
  ),
  row('E52', 'A restart behind the shipped proxy loses no request', hostile('restarts')),
  row('E53', 'Postgres away: the shipped proxy still serves what needs no database', hostile('proxy-outage')),
  row('F45', 'Nothing of EXIF, GPS or XMP in a stored photo', 'server/modules/photos/store-photo.test.ts'),
  row(
    'F46',
    'A stranger finds no phone number, e-mail or exact position',
    hostile('anonymous-crawl'),
    'server/modules/products/catalogue-places.test.ts',
  ),
  row('F47', 'The log holds no secret', accounts('secrets-at-rest'), hostile('logged-secrets')),
  row(
    'F48',
    'Answers are no-store; a person takes their data out and leaves',
    rest('headers'),
    'server/modules/privacy/trade.test.ts',
  ),
  row(
    'F71',
    'The parties of an order see each other as they were when it was confirmed, until 30 days after its end',
    orders('disclosure'),
    'server/modules/privacy/trade.test.ts',
  ),
  row(
    'B72',
    'Who did what as operator is shown, not claimed; a list says what it leaves out',
    'server/modules/operator/socket.test.ts',
    'server/modules/operator/commands.test.ts',
  ),
  row(
    'F73',
    'Streams end with their session; unverified signups and the words of deleted people go; security.txt',
    'server/modules/accounts/streams.test.ts',
    accounts('unverified-signups'),
    'server/modules/privacy/own-words.test.ts',
    rest('security-txt'),
  ),
  row('G49', 'One lockfile; no secret in git', 'supply.test.ts'),
  {
    ...row(
      'G74',
      'Visitors are counted by their own address over IPv4 and IPv6; the demo listens to its own machine',
      'server/http/client-address.test.ts',
      'server/demo/listening.test.ts',
      hostile('proxied-addresses'),
    ),
    isEmbedded: true,
  },
];
