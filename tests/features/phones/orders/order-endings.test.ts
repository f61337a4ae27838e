import { type OrderStatus, returnedStatuses } from '#orders/rules/order-facts.ts';
import { transitions } from '#orders/rules/transitions.ts';
import { moveOrder } from '#orders/server/orders/move-order.ts';
import { lockOrder } from '#orders/server/orders/queries.ts';
import { measureSms } from '#rules/text/sms.ts';
import {
  asBuyer,
  asFarmer,
  buyer,
  changeOrder,
  DAY,
  db,
  FARM_PHONE,
  givenPhones,
  givePhone,
  now,
  order,
  ownPhone,
  phone,
  phoneOf,
  services,
  sms,
} from '#tests/setup/in-market.ts';

const numbers = { farmer: FARM_PHONE, buyer: '+254722000111' };
const LONG_AGO_SECONDS = 20 * DAY;

let orderId: number;
givenPhones({ isOwned: false });
beforeEach(async () => {
  orderId = await order(40);
  await ownPhone('en');
  await givePhone(buyer, { phoneNumber: numbers.buyer, language: 'en' });
});

const settle = () => phone.settle();
const told = () => ({ farmer: sms.inbox(numbers.farmer), buyer: sms.inbox(numbers.buyer) });

/** Moves the order to a status long ago, so that every timeout has passed. */
async function bringTo(status: OrderStatus) {
  const longAgo = new Date(now().getTime() - LONG_AGO_SECONDS * 1000);
  await changeOrder(orderId, {
    status,
    createdAt: longAgo,
    confirmedAt: status === 'pending' ? null : longAgo,
    dispatchedAt: status === 'dispatched' || status === 'disputed' ? longAgo : null,
    paymentMethod: status === 'confirmed' ? 'M-Pesa' : 'Cash on delivery',
  });
}

const endings = transitions.filter(({ to }) => returnedStatuses.some((ended) => ended === to));

test.each(endings)(
  'of an order that goes $from to $to by $by the others are told by SMS, once',
  async ({ from, to, by }) => {
    await bringTo(from);
    await db.transaction(async (tx) => {
      const locked = await lockOrder(tx, orderId);
      if (locked)
        await moveOrder(tx, locked, {
          from: [from],
          to,
          by,
          now: now(),
          priceRecords: services.priceRecords,
        });
    });
    await settle();
    await settle();
    for (const side of ['farmer', 'buyer'] as const) {
      const texts = told()[side];
      expect(texts).toHaveLength(side === by ? 0 : 1);
      for (const text of texts) {
        expect(text).toMatch(new RegExp(`^Order ${orderId} .*(cancelled|expired|rejected)`));
        expect(measureSms(text)).toMatchObject({ isGsm7: true, parts: 1 });
      }
    }
  },
);

test('a buyer reads whether money is refunded', async () => {
  await changeOrder(orderId, {
    status: 'confirmed',
    confirmedAt: new Date(),
    paymentMethod: 'M-Pesa',
    paymentStatus: 'paid',
  });
  await asFarmer().cancel({ orderId });
  await settle();
  expect(told().buyer[0]).toContain('We refund what you paid.');
});

test('a buyer hears until when "not collected" can be disputed', async () => {
  await bringTo('dispatched');
  await asFarmer().notCollected({ orderId });
  await settle();
  expect(told().buyer[0]).toMatch(
    /Kilima Farm says it was not collected\. .* before \d+\/\d+ \d\d:\d\d\.$/,
  );
});

test('a buyer who disputes that at once gets no SMS about it', async () => {
  await bringTo('dispatched');
  await asFarmer().notCollected({ orderId });
  await asBuyer().dispute({ orderId, reason: 'I have it' });
  await settle();
  expect(told().buyer).toEqual([]);
});

test('STOP ends these SMS too', async () => {
  await phoneOf(sms, numbers.buyer).write('STOP');
  const before = told().buyer.length;
  await asFarmer().reject({ orderId, reason: 'All sold' });
  await settle();
  expect(told().buyer).toHaveLength(before);
});
