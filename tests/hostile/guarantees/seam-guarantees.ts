import {
  accounts,
  hostile,
  messages,
  operator,
  orders,
  phones,
  type Rows,
  server,
  settlement,
  standing,
  uploads,
} from './guarantee-table.ts';

export const seamGuarantees: Rows = {
  D143: [
    'Money that an operator booked leaves only after a second person, or a statement that somebody else imported, has confirmed it; limits count per operator and day',
    operator('booked-money'),
  ],
  A144: [
    'A restored backup gives no ended access back: sessions, keys, passwords, suspensions and closed operators end again when it becomes live',
    operator('ended-access'),
    accounts('api-keys'),
  ],
  A145: [
    'An address has one spelling: its host in ASCII, without invisible characters',
    accounts('rules/account'),
  ],
  A146: [
    'Strangers who guess passwords or ask for challenges lock no operator out of a known device',
    operator('entry'),
  ],
  B147: [
    'Of cash sales to buyers without proof three count for a farm in all',
    'features/orders/reviews/standing',
  ],
  C148: [
    "Strangers' words that a conversation would warn of are not in our letters: asking for a code in whatever letters, or a link",
    orders('order-letter'),
    'platform/rules/message-warning',
  ],
  D149: [
    'A program orders only for a total that it names, and a delivery fee has a bound',
    accounts('api-keys'),
    'features/farms/edit-farm',
  ],
  E151: [
    'Pictures are decoded in a process of their own, refused by what decoding would cost before it begins, and paid for by their sender: they delay no login, and others get their turn',
    'features/photos/decode-pictures',
    'features/photos/store-photo',
    server('heavy-work'),
    hostile('picture-loads'),
  ],
  E152: [
    'One ledger counts what each person stores, in whichever store: 5 GB with proof, 100 MB without, and 5 GB for all people without proof together, who also leave 1 GB of the disk to others; a deleted photo gives its bytes back',
    'features/photos/byte-ledger',
    hostile('picture-loads'),
  ],
  A150: [
    'An answer that says who has an account counts like a code',
    accounts('mails-to-newcomers'),
  ],
  D154: [
    "Strangers' standing orders use up the budget of no network but their own, and one without room is tried until noon",
    standing('faults'),
  ],
  D155: [
    'A verified number without history reserves half of a product; its share grows with orders paid by M-Pesa, or in cash at two farms, KES 2,500 in all',
    orders('unproven-buyers'),
  ],
  D156: [
    'The differences of an order go back as one refund, at its dispatch or after two hours',
    settlement('returned-difference'),
  ],
  D157: [
    'Server and browser read the same crop, product and farm in an address, however it is encoded',
    'app/pages/price-pages',
  ],
  E153: [
    "Every call waits in one fair queue before it takes a connection, so one buyer's many calls leave others their login, checkout and USSD",
    server('trpc/call-queue'),
    server('fair-queue'),
    hostile('many-calls'),
  ],
  A158: [
    'When the SMS for newcomers are used up, a number is verified by the code that its holder sends us, at no cost, and by nothing else',
    phones('verify-by-phone'),
  ],
  D159: [
    'Text is found however it was typed: case, accents, apostrophes, hyphens and invisible characters make no difference, and a search is words',
    'platform/rules/fold',
    'features/products/search-words',
    operator('cases'),
    messages('conversations'),
  ],
  D160: [
    'An SMS has one character for each that a person sees, and no doubled full stop',
    phones('rules/gsm7'),
  ],
  A161: [
    'A pasted phone number is read whatever marks and hyphens it carries, and a name or title has a character that people see',
    accounts('rules/phone'),
    accounts('rules/account'),
    'platform/rules/fold',
  ],
  C162: [
    'A picture is judged by its bytes, not by its name or label',
    'features/photos/store-photo',
  ],
  A164: [
    'A flood of password resets waits behind itself: the reset of a quiet network leaves next',
    accounts('mails-to-newcomers'),
  ],
  E165: [
    'Forms that many people without proof send slowly take no slot from others, and at most 900 MB of the disk',
    uploads('hostile-uploads'),
  ],
  D163: [
    'No everyday phrase by SMS does anything else than it means, and while something waits for an answer its writer reads the command for it',
    phones('rules/phrases'),
    phones('spoken-words'),
  ],
};
