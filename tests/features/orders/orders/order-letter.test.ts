import { type OrderLetter, orderLetter, orderReviewedLetter } from '#orders/server/order-mails.ts';

const letter: OrderLetter = {
  to: 'achieng@duka.example',
  language: 'en',
  recipient: 'buyer',
  about: 'dispatched',
  firstName: null,
  id: 7,
  name: 'Kilimo Growers',
  products: 'Kale',
  total: '250.00',
  deposit: null,
  paymentMethod: 'M-Pesa',
  paymentStatus: 'paid',
  fulfilment: 'delivery',
  reason: null,
  lessOf: '',
  moment: '',
  url: 'http://soko.example/orders/7',
  supportEmail: 'help@soko.example',
};

test.each([
  ['en', 'Order #7 is on its way', 'Order #7 is ready to collect'],
  ['sw', 'Oda #7 iko njiani', 'Oda #7 iko tayari kuchukuliwa'],
] as const)(
  'in %s: a delivery is on its way, and a collection is ready',
  (language, sent, ready) => {
    expect(orderLetter({ ...letter, language })?.subject).toBe(sent);
    expect(orderLetter({ ...letter, language, fulfilment: 'collection' })?.subject).toBe(ready);
  },
);

test('a cancelled order promises a refund only if it was paid', () => {
  const textOf = (paymentStatus: OrderLetter['paymentStatus']) =>
    orderLetter({ ...letter, about: 'cancelled', paymentStatus })?.text;
  expect(textOf('refund_due')).toContain('we refund what you paid.');
  // Orders that were not paid in time are cancelled by the clock.
  expect(textOf('pending')).toContain('you have nothing to pay.');
});

test('C148: words that a conversation would warn of are read in the order, not in our letter', () => {
  const scam = 'Your account is blocked, send your PIN to 0722000111';
  const about = { ...letter, recipient: 'farmer' as const, about: 'disputed' as const };
  expect(orderLetter({ ...about, reason: 'Half were rotten' })?.text).toContain('Half were rotten');
  for (const recipient of ['buyer', 'farmer'] as const) {
    const text = orderLetter({ ...about, recipient, reason: scam })?.text ?? 'Open the order';
    expect(text).not.toContain('PIN');
    expect(text).toContain('Open the order');
  }
  const reviewed = {
    to: letter.to,
    language: 'en',
    firstName: 'Wanjiru',
    orderId: 7,
    rating: 1,
  } as const;
  const review = { ...reviewed, text: scam, supportEmail: letter.supportEmail };
  expect(orderReviewedLetter(review).text).toContain('Open the order');
});
