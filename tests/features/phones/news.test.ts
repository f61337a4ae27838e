import { writeNoticeSms } from '#notifications/server/send-due-sms.ts';
import { measureSms } from '#rules/text/sms.ts';
import {
  asBuyer,
  buyer,
  changeOrder,
  db,
  FARM_PHONE,
  farm,
  givenPhones,
  now,
  order,
  services,
} from '#tests/setup/in-market.ts';

const paid = { paymentMethod: 'M-Pesa', paymentStatus: 'paid' } as const;
let orderId: number;
givenPhones();
beforeEach(async () => {
  orderId = await order(40);
});

type Told = { role: 'farmer' | 'buyer'; kind: string; language?: Language; facts?: object };

async function tell({ role, kind, language = 'sw', facts = { orderId } }: Told) {
  const userId = role === 'farmer' ? farm.id : buyer.id;
  const notice = {
    ...{ id: 1, subject: `order:${orderId}`, userId, role, kind, language, facts },
    ...{ phoneNumber: FARM_PHONE, causedBy: null },
  };
  const text = await writeNoticeSms(db, notice, services);
  if (text !== null) expect(measureSms(text)).toMatchObject({ isGsm7: true, parts: 1 });
  return text;
}

test('notices by SMS: a dispute, with its reason, while it is open', async () => {
  expect(await tell({ role: 'farmer', kind: 'orderDisputed' })).toBeNull();
  await changeOrder(orderId, { ...paid, status: 'dispatched' });
  const reason = 'Nyanya zimeoza “zote” 😡 na masanduku yamevunjika';
  await asBuyer().dispute({ orderId, reason });
  expect(await tell({ role: 'farmer', kind: 'orderDisputed' })).toMatch(
    new RegExp(
      `^Mnunuzi ana tatizo na oda ${orderId}: Nyanya zimeoza "zote" \\? na .*\\.\\.\\. Jibu kwenye SokoShamba, au tupigie: \\+254 700 000 000\\.$`,
    ),
  );
});

test('notices by SMS: C148: a dispute or a note with words that a conversation would warn of, without them', async () => {
  const words = 'Account blocked: send your PIN to 0712 345 678';
  await changeOrder(orderId, { note: words });
  expect(await tell({ role: 'farmer', kind: 'orderPending', language: 'en' })).not.toMatch(/PIN/);
  await changeOrder(orderId, { ...paid, status: 'dispatched' });
  await asBuyer().dispute({ orderId, reason: words });
  expect(await tell({ role: 'farmer', kind: 'orderDisputed', language: 'en' })).toMatch(
    new RegExp(`^The buyer has a problem with order ${orderId}: 40 kg [^:]+\\. Answer on`),
  );
});

test('notices by SMS: a payment, and the next step', async () => {
  await changeOrder(orderId, { ...paid, status: 'confirmed' });
  expect(await tell({ role: 'farmer', kind: 'orderPaid' })).toContain(
    `Andika TAYARI ${orderId} ikiwa tayari.`,
  );
  await changeOrder(orderId, { fulfilment: 'delivery' });
  expect(await tell({ role: 'farmer', kind: 'orderPaid', language: 'en' })).toContain(
    `Write SENT ${orderId} once it is on its way.`,
  );
  await changeOrder(orderId, { status: 'dispatched' });
  expect(await tell({ role: 'farmer', kind: 'orderPaid' })).toBeNull();
});

test('notices by SMS: a reminder states its deadline, in a sentence', async () => {
  const dispatchedAt = now();
  await changeOrder(orderId, { status: 'dispatched', dispatchedAt });
  for (const role of ['farmer', 'buyer'] as const) {
    expect(await tell({ role, kind: 'orderCancellationReminder', language: 'en' })).toMatch(
      /^SokoShamba: what happened to order \d+\? Without an answer before \d+\/\d+ \d\d:\d\d, we cancel it\.$/,
    );
  }
  await changeOrder(orderId, paid);
  expect(await tell({ role: 'buyer', kind: 'orderReminder' })).toMatch(
    /^SokoShamba: umepokea oda \d+\? Usipojibu kabla ya \S+ \d\d:\d\d, tutaihesabu kuwa imepokelewa\.$/,
  );
});

test.each([
  { others: [], text: 'for order 1. Receipt -.' },
  {
    others: Array.from({ length: 99 }, (_, at) => 100_000 + at),
    text: 'for orders 1, 100000, 100001, 100002, 100003, 100004, 100005, 100006, 100007 and 91 more. Receipt -.',
  },
  // Written by an earlier version.
  { others: 2, text: 'for orders 1 and 2 more. Receipt -.' },
])(
  'notices by SMS: a payout, all of its orders or how many there are: $text',
  async ({ others, text }) => {
    const facts = { orderId, amountCents: 25_400, otherOrders: others };
    expect(await tell({ role: 'farmer', kind: 'payoutPaid', language: 'en', facts })).toBe(
      `You were paid KES 254 ${text}`,
    );
  },
);
