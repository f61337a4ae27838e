import { eq } from 'drizzle-orm';
import { users } from '#accounts/server/tables/users.ts';
import { farms } from '#farms/server/tables.ts';
import { SAME_AMOUNT_SECONDS } from '#orders/rules/limits.ts';
import type { OrderStatus } from '#orders/rules/order-facts.ts';
import type { PlaceOrder } from '#orders/rules/order-input.ts';
import { resolveDispute } from '#orders/server/disputes.ts';
import { runOrderClock } from '#orders/server/order-steps.ts';
import { orders } from '#orders/server/orders/tables.ts';
import type { CreateProduct } from '#products/rules/product.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { findWrongMoney, makeShop, moneyOf, type Shop } from '#tests/factories/money.ts';
import { type Does, type InputOf, operateIn } from '#tests/factories/operators.ts';
import { makeFarmer } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeSession } from '#tests/factories/sessions.ts';
import { booksOf, codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { keypadOf } from './keypad.ts';
import { type Market, makeMarket, START } from './market.ts';
import { type OpenMpesa, openMpesa } from './mpesa.ts';
import { givePhone, phoneOf } from './phones.ts';
import { outcomeOf } from './rest.ts';
import { type OpenSms, openSms } from './sms.ts';

export const HOUR = 3600;
export const DAY = 24 * HOUR;
export const FARM_PHONE = '+254712345678';
export const PIN = '4821';

export let market: Market;
export let db: Market['db'];
export let services: Market['services'];
export let mailbox: Market['mailbox'];
export let logged: Market['logged'];
export let mpesa: OpenMpesa;
export let shop: Shop;
export let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
export let farm: { id: number; token: string };
export let product: { id: number };
export let sms: OpenSms;
export let phone: ReturnType<typeof phoneOf>;
export let keypad: ReturnType<typeof keypadOf>;

export async function openMarket() {
  market = await makeMarket();
  ({ db, services, mailbox, logged } = market);
}

export const now = () => services.clock();

export const givenMarket = () => beforeEach(openMarket);

export const givenOneMarket = () => beforeAll(openMarket);

export const givenShop = (options: Parameters<typeof openMpesa>[1] = {}) =>
  beforeEach(async () => {
    await openMarket();
    await reopenMpesa(options);
    shop = await makeShop(market);
    ({ buyer, farm, kale: product } = shop);
  });

export async function reopenMpesa(options: Parameters<typeof openMpesa>[1]) {
  mpesa = await openMpesa(market, options);
}

export async function pushed(): Promise<number> {
  const id = await shop.confirmed();
  await shop.pay(id);
  return id;
}

export async function paidOrder(): Promise<number> {
  const id = await pushed();
  await mpesa.answer('approve');
  market.advance(SAME_AMOUNT_SECONDS);
  return id;
}

export async function earned(): Promise<number> {
  const id = await paidOrder();
  await shop.handOver(id);
  await mpesa.workThrough();
  return id;
}

type Trade = {
  goods?: Partial<CreateProduct>;
  farm?: Parameters<typeof makeFarm>[1];
  buyer?: Partial<typeof users.$inferInsert>;
};

export const givenTrade = (given: Trade = {}) =>
  beforeEach(async () => {
    await openMarket();
    await openTrade(given);
  });

async function openTrade(given: Trade) {
  buyer = await makeTestBuyer(market, given.buyer);
  farm = await makeFarm(market, given.farm);
  product = await makeProduct(market, farm, { quantity: 100, price: 50, ...given.goods });
}

export const givenSms = () =>
  beforeEach(async () => {
    await openMarket();
    sms = await openSms(market);
  });

type Phones = { isOwned?: boolean; pin?: string; hasSignedUp?: boolean; hasMpesa?: boolean };

export const givenPhones = ({
  isOwned = true,
  pin = PIN,
  hasSignedUp = false,
  hasMpesa = false,
}: Phones = {}) =>
  beforeEach(async () => {
    await openMarket();
    sms = await openSms(market);
    if (hasMpesa) await reopenMpesa({});
    await openTrade({ buyer: { phoneVerifiedAt: START }, goods: { name: 'Nyanya', price: 45.5 } });
    if (hasSignedUp) {
      farm = await makeFarmer(market);
      product = await makeProduct(market, farm, { name: 'Nyanya', quantity: 100 });
    }
    phone = phoneOf(market, sms, FARM_PHONE);
    keypad = keypadOf(market, sms, FARM_PHONE);
    if (isOwned) await ownPhone('sw', pin);
  });

export const ownPhone = (language: Language = 'sw', pin?: string) =>
  givePhone(market, farm, { phoneNumber: FARM_PHONE, language, ...(pin && { pin }) });

export const asBuyer = (by: { token: string } = buyer) => market.caller(by).buyer.orders;
export const asFarmer = (by: { token: string } = farm) => market.caller(by).farmer.orders;

export async function wait(seconds: number) {
  market.advance(seconds);
  if (shop?.farm === farm) await shop.logInAgain();
  else for (const user of [buyer, farm]) user.token = await freshToken(user);
}

export const tick = () => runOrderClock(market.db, market.services);

export const freshToken = (user: { id: number }) => makeSession(market, user);

export const order = async (quantity = 1, overrides: Partial<PlaceOrder> = {}, by = buyer) =>
  (await makeOrder(market, by, [{ productId: product.id, quantity }], overrides)).id;

export async function toldOrder(quantity = 1) {
  const id = await order(quantity);
  await phone.settle();
  return id;
}

export async function confirmed(...given: Parameters<typeof order>) {
  const orderId = await order(...given);
  await asFarmer().confirm({ orderId });
  return orderId;
}

export async function dispatched(...given: Parameters<typeof order>) {
  const orderId = await confirmed(...given);
  await asFarmer().dispatch({ orderId });
  return orderId;
}

export async function completed(...given: Parameters<typeof order>) {
  const orderId = await dispatched(...given);
  await asFarmer().complete({ orderId, handoverCode: codeOf(orderId) });
  return orderId;
}

export async function statusOf(id: number): Promise<OrderStatus | undefined> {
  const [row] = await market.db
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, id));
  return row?.status;
}

export const setUser = (id: number, change: Partial<typeof users.$inferInsert>) =>
  market.db.update(users).set(change).where(eq(users.id, id));

export const dropEmail = (id: number) => setUser(id, { email: null, emailVerifiedAt: null });

export const setFarm = (id: number, change: Partial<typeof farms.$inferInsert>) =>
  market.db.update(farms).set(change).where(eq(farms.userId, id));

export const books = (productId = product.id) => booksOf(market, productId);

type Books = Awaited<ReturnType<typeof booksOf>>;

export async function expectBooks(figures: Partial<Books> = {}, productId = product.id) {
  expect(await books(productId)).toMatchObject({ ...figures, isBalanced: true });
}

export async function expectMoney(orderId: number, state: object) {
  expect(await moneyOf(market, orderId)).toMatchObject(state);
}

export async function expectRightMoney() {
  expect(await findWrongMoney(market)).toEqual([]);
}

export async function refused(calling: Promise<unknown>, code: string) {
  expect(await outcomeOf(calling)).toBe(code);
}

export async function writes(text: string, answer: string | RegExp, by = phone) {
  expect(await by.write(text)).toMatch(answer);
}

export async function presses(keys: string | string[], screen: string | RegExp) {
  expect(await keypad.press(...[keys].flat())).toMatch(screen);
}

export async function dials(keys: string | string[], screen: string | RegExp) {
  expect(await keypad.dial(...[keys].flat())).toMatch(screen);
}

export async function subjects(): Promise<string[]> {
  await market.runOutbox();
  return market.mailbox.splice(0).map(({ subject }) => subject);
}

export async function workThrough() {
  while ((await market.runOutbox()) > 0);
}

export const operate = <Of extends Does>(does: Of, input: InputOf<Of>) =>
  operateIn(market, does, input);

export const decideDispute = (orderId: number, to: 'completed' | 'cancelled') =>
  market.db.transaction((tx) => {
    const { clock, priceRecords } = market.services;
    const reason = 'The photos show it';
    const decision = { orderId, to, reason, now: clock(), priceRecords };
    return resolveDispute(tx, { ...decision, areGoodsGone: false });
  });

export const paidOut = () =>
  mpesa.mpesa.payouts.map(({ amount }) => amount).toSorted((a, b) => a - b);
