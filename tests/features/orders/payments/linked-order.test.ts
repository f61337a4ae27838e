import { PAYMENT_LINK_SECONDS } from '#orders/rules/limits.ts';
import {
  advance,
  caller,
  expectMoney,
  givenShop,
  mailbox,
  makeOrder,
  mpesa,
  refused,
  runOutbox,
  shop,
} from '#tests/setup/in-market.ts';

givenShop();

const ADDRESS = 'Section 58, Nakuru';
const visitor = () => caller().market;

async function linked() {
  const lines = [{ productId: shop.kale.id, quantity: 5 }];
  const { id } = await makeOrder(shop.buyer, lines, {
    paymentMethod: 'M-Pesa',
    deliveryAddress: ADDRESS,
  });
  await shop.asFarmer.orders.confirm({ orderId: id });
  await runOutbox();
  const mails = mailbox.filter(({ to }) => to === shop.buyer.email);
  const [address = ''] = /\/orders\/[\w?=&]+/.exec(mails.at(-1)?.text ?? '') ?? [];
  const { pathname, searchParams } = new URL(address, 'http://soko.example');
  expect(pathname).toBe(`/orders/${id}`);
  const signature = searchParams.get('signature') ?? '';
  return { orderId: id, until: Number(searchParams.get('until')), signature };
}

test('the link of a payment shows goods and sum without a login, and no address and no number', async () => {
  const link = await linked();
  const order = await visitor().linkedOrder(link);
  expect(order).toMatchObject({ id: link.orderId, lines: [{ quantity: 5 }], isPayable: true });
  expect(order.toPay).toBe(order.total);
  expect(JSON.stringify(order)).not.toMatch(/Section 58|\+254|latitude|handover/);
});

test('the link of a payment pays the order from any phone, once', async () => {
  const link = await linked();
  const paying = { ...link, phoneNumber: '0733123456' };
  expect(await visitor().payLinkedOrder(paying)).toMatchObject({
    paymentStatus: 'processing',
    isPayable: false,
  });
  expect(mpesa.lastPrompt().msisdn).toBe('254733123456');
  await refused(visitor().payLinkedOrder(paying), 'PAYMENT_UNDER_WAY');
  await mpesa.answer('approve');
  await expectMoney(link.orderId, { paymentStatus: 'paid' });
  await refused(visitor().payLinkedOrder(paying), 'NOT_PAYABLE');
  expect(JSON.stringify(await visitor().linkedOrder(link))).not.toContain('33123456');
});

test('the link of a payment opens no other order, and nothing after 48 hours or with another end', async () => {
  const link = await linked();
  const other = await linked();
  const phoneNumber = '0733123456';
  for (const forged of [
    { ...link, orderId: other.orderId },
    { ...link, until: link.until + 3600 },
    { ...link, signature: `${link.signature}0` },
  ]) {
    await refused(visitor().linkedOrder(forged), 'NOT_FOUND');
    await refused(visitor().payLinkedOrder({ ...forged, phoneNumber }), 'NOT_FOUND');
  }
  advance(PAYMENT_LINK_SECONDS - 1);
  expect(await visitor().linkedOrder(link)).toMatchObject({ id: link.orderId });
  advance(1);
  await refused(visitor().linkedOrder(link), 'NOT_FOUND');
});
