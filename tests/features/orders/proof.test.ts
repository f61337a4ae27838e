import { users } from '#accounts/server/tables/users.ts';
import { isProven, proofOf } from '#orders/server/proof-queries.ts';
import {
  advance,
  asBuyer,
  buyer,
  confirmed,
  db,
  farm,
  givenShop,
  makeTestBuyer,
  mpesa,
  PHONE,
  START,
  setFarm,
  setUser,
  shop,
  sql,
} from '#tests/setup/in-market.ts';

givenShop();
const proof = (userId: number) => proofOf(db, userId);

async function makePayer(phoneNumber: string) {
  const payer = await makeTestBuyer();
  const orderId = await confirmed(5, { paymentMethod: 'M-Pesa' }, payer);
  advance(180);
  await asBuyer(payer).pay({ orderId, phoneNumber });
  await mpesa.answer('approve');
  return { ...payer, orderId };
}

test('a mailbox proves nothing, and a cash order proves nothing', async () => {
  await shop.handOver(await shop.confirmedForCash());
  expect(await proof(buyer.id)).toBe('nothing');
  expect(await proof(farm.id)).toBe('nothing');
  expect(await proof(999_999)).toBe('nothing');
});

test('a verified phone number proves its owner', async () => {
  await setUser(buyer.id, { phoneVerifiedAt: START });
  expect(await proof(buyer.id)).toBe('phoneVerified');
});

test('a visit proves a farm until its pin moves', async () => {
  await setFarm(farm.id, { visitedAt: START });
  expect(await proof(farm.id)).toBe('farmVisited');
  await setFarm(farm.id, { visitedAt: null });
  expect(await proof(farm.id)).toBe('nothing');
});

test('a paid order proves its buyer until the money is due back', async () => {
  const payer = await makePayer(PHONE);
  expect(await proof(payer.id)).toBe('hasPaid');
  await shop.asFarmer.orders.cancel({ orderId: payer.orderId, reason: 'hail' });
  expect(await proof(payer.id)).toBe('nothing');
});

test('eight buyers who pay from one phone number are not proven', async () => {
  const payers = [];
  for (let made = 0; made < 8; made += 1) payers.push(await makePayer(PHONE));
  expect(new Set(await Promise.all(payers.map(({ id }) => proof(id))))).toEqual(
    new Set(['nothing']),
  );
  const own = await makePayer('+254733000444');
  expect(await proof(own.id)).toBe('hasPaid');
});

test("another account's verified number proves only that account", async () => {
  const payer = await makePayer(PHONE);
  await setUser(farm.id, { phoneNumber: PHONE, phoneVerifiedAt: START });
  expect(await proof(payer.id)).toBe('nothing');
  expect(await proof(farm.id)).toBe('phoneVerified');
});

test('statements apply the same rule to each row', async () => {
  const payer = await makePayer('+254733000444');
  await setUser(buyer.id, { phoneVerifiedAt: START });
  const rows = await db.select({ id: users.id, isProven: isProven(sql`${users.id}`) }).from(users);
  const proven = rows.filter((row) => row.isProven).map(({ id }) => id);
  expect(proven.sort()).toEqual([buyer.id, payer.id].sort());
});
