/*
 * A text without a number may be about any of the writer's open orders, offers and questions. If it
 * can mean only one thing, the server does it; otherwise the answer lists the possible commands.
 */

import { isToSend, orderGroups } from '#orders/rules/order-facts.ts';
import { nextStepOf, type Shown } from '#orders/rules/sms-words.ts';
import type { Unit } from '#products/rules/product.ts';
import { hasAtMostDecimals } from '#rules/amounts.ts';
import { foldedWords } from '#rules/text/fold.ts';
import type { Command, Unnumbered, Waiting, Wanted } from './arguments.ts';
import type { VerbName } from './intents.ts';
import type { Unclear } from './read-text.ts';

export type OpenOrder = Shown & {
  id: number;
  lines: readonly { quantity: number; unit: Unit }[];
};
export type OpenProduct = {
  number: number;
  name: string;
  quantity: number;
  unit: Unit;
  isAsked: boolean;
};
export type Open<Order extends OpenOrder = OpenOrder> = {
  orders: readonly Order[];
  offers: readonly number[];
  shares: readonly Extract<Thing, { is: 'share' }>[];
  products: readonly OpenProduct[];
  waiting: Waiting | null;
  /** The phone has had another SMS since, which a bare "OK" may be about. */
  isOvertaken?: boolean;
};

/** `isToCancel`: the farmer cannot bring what was accepted. */
export type Thing =
  | { is: 'order'; order: OpenOrder; isNotNow?: true; isToCancel?: true }
  | { is: 'offer'; offerId: number; amount: number | null }
  | { is: 'share'; lotId: number }
  | { is: 'product'; product: OpenProduct; amount: number | null; isSoldOut?: boolean }
  | { is: 'question'; waiting: Waiting };

type Part = Extract<Command, { name: 'accept' }>;
export type Meant =
  | { command: Command; answered?: Waiting }
  /** The opposite answer, which leaves its order as it is. */
  | { left: Waiting }
  | { part: Part }
  | { about: readonly Thing[] };

const statusesBefore: Partial<Record<VerbName | 'part', readonly string[]>> = {
  accept: orderGroups.new,
  reject: orderGroups.new,
  part: orderGroups.new,
  dispatch: orderGroups.toSend,
  ready: orderGroups.toSend,
  complete: ['dispatched'],
  weigh: ['dispatched'],
};

/** All orders with a next step if the verb is not one. */
const ordersFor = (verb: VerbName | 'part', { orders }: Open): OpenOrder[] =>
  orders.filter(
    (order) => nextStepOf(order) !== null && (statusesBefore[verb]?.includes(order.status) ?? true),
  );

export function findMeant(wanted: Wanted, open: Open): Meant {
  const answer = answerTo(wanted, open);
  if (answer) return answer;
  if (wanted.name === 'agree') return { about: thingsToAnswer(open, wanted.orderId) };
  if (wanted.name === 'ready' && wanted.orderId !== null) return readyWith(wanted.orderId, open);
  if (!isUnnumbered(wanted)) {
    // "Yes 28" may be about a price or a quantity.
    const about = isPlainAnswer(wanted) ? thingsInstead(wanted.orderId, open) : [];
    return about.length > 0 ? { about } : { command: wanted };
  }
  const about = thingsFor(wanted, open);
  if (about.length === 0 && open.orders.length === 1)
    return {
      about: open.orders.map((order) => ({ is: 'order', order, isNotNow: true })),
    };
  const [only, ...others] = about;
  if (only?.is === 'share' && others.length === 0)
    return { command: { name: 'share', lotId: only.lotId, isYes: wanted.name === 'accept' } };
  if (only?.is !== 'order' || others.length > 0) return { about };
  return stepWith(wanted, only.order, open) ?? { about };
}

export const isUnnumbered = (wanted: Wanted): wanted is Unnumbered =>
  'orderId' in wanted && wanted.orderId === null;

type PlainAnswer = Extract<Command, { name: 'accept' | 'reject' }>;

/** "Yes 12" or "no 12", and nothing else. */
export const isPlainAnswer = (wanted: Wanted): wanted is PlainAnswer =>
  !isUnnumbered(wanted) &&
  ((wanted.name === 'accept' && !wanted.quantities) ||
    (wanted.name === 'reject' && wanted.reason === null));

const thingsInstead = (number: number, open: Open): Thing[] =>
  open.orders.some(({ id }) => id === number) ? [] : thingsToAnswer(open, number);

function answerTo(wanted: Wanted, open: Open): Meant | null {
  const { waiting, isOvertaken } = open;
  if (!waiting) return null;
  const named = 'orderId' in wanted ? (wanted.orderId ?? null) : null;
  if (waiting.for === 'pin')
    return wanted.name === 'agree' && named === null ? { about: [question(waiting)] } : null;
  const { command } = waiting;
  const asked = 'orderId' in command ? command.orderId : undefined;
  if (named !== null && named !== asked) return null;
  if (isOvertaken && named === null && bareAnswers.has(wanted.name))
    return { about: thingsThatWait(open, waiting) };
  // "Acha" is also the word that stops all SMS.
  if (wanted.name === 'stop') return isOvertaken ? null : { left: waiting };
  const yes = { command, answered: waiting };
  if (wanted.name === 'agree') return yes;
  const isAcceptance = command.name === 'accept';
  if (wanted.name === 'accept' && !('quantities' in wanted))
    // "Yes 12" may also be about the whole order.
    return isAcceptance && named === null ? yes : { left: waiting };
  return wanted.name === 'reject' && isAcceptance && named === null ? { left: waiting } : null;
}

const bareAnswers = new Set<Wanted['name']>(['agree', 'accept', 'reject']);

const question = (waiting: Waiting): Thing => ({ is: 'question', waiting });

function thingsThatWait(open: Open, waiting: Waiting, amount: number | null = null): Thing[] {
  const answers = open.isOvertaken ? answersTo(open, amount) : [];
  return answers.length > 0 ? answers : [question(waiting)];
}

function thingsFor({ name, ...wanted }: Unnumbered, open: Open): Thing[] {
  const orders = ordersFor(name, open).map(orderThing);
  const isAnswer = name === 'accept' || name === 'reject';
  const amount = 'quantity' in wanted ? wanted.quantity : null;
  const isSoldOut = name === 'reject';
  const offers = isAnswer ? open.offers.map((offerId) => offer(offerId)) : [];
  const shares = isAnswer ? open.shares : [];
  const asked = isAnswer || name === 'part' ? askedThings(open, { amount, isSoldOut }) : [];
  const found = [...orders, ...offers, ...shares, ...asked];
  if (found.length === 0 && name === 'reject') return ordersToCancel(open);
  if (found.length > 0 || amount === null) return found;
  return open.offers.length > 0
    ? open.offers.map((offerId) => offer(offerId, amount))
    : productThings(open, { amount });
}

const orderThing = (order: OpenOrder): Thing => ({ is: 'order', order });
const ordersToCancel = ({ orders }: Open): Thing[] =>
  orders
    .filter(({ status }) => isToSend(status))
    .map((order) => ({ is: 'order', order, isToCancel: true }));
const offer = (offerId: number, amount: number | null = null): Thing => ({
  is: 'offer',
  offerId,
  amount,
});

type Counted = { amount: number | null; isSoldOut?: boolean };
const productThings = ({ products }: Pick<Open, 'products'>, counted: Counted): Thing[] =>
  products.map((product) => ({ is: 'product', product, ...counted }));
const askedThings = ({ products }: Open, counted: Counted): Thing[] =>
  productThings({ products: products.filter(({ isAsked }) => isAsked) }, counted);

const answersTo = (open: Open, amount: number | null): Thing[] => [
  ...ordersFor('accept', open).map(orderThing),
  ...open.offers.map((offerId) => offer(offerId, amount)),
  ...open.shares,
  ...askedThings(open, { amount }),
];

function thingsToAnswer(open: Open, amount: number | null = null): Thing[] {
  const answers = answersTo(open, amount);
  return answers.length > 0 ? answers : ordersFor('orders', open).map(orderThing);
}

/** Null if the text may mean something else. */
function stepWith(wanted: Unnumbered, order: OpenOrder, { orders }: Open): Meant | null {
  const orderId = order.id;
  switch (wanted.name) {
    case 'accept':
    case 'dispatch':
      return { command: { name: wanted.name, orderId } };
    case 'ready':
      return readyWith(orderId, { orders: [order] });
    case 'reject':
      return { command: { name: 'reject', orderId, reason: wanted.reason ?? null } };
    // Four digits may also be the number of an order.
    case 'complete':
      return orders.some(({ id }) => id === Number(wanted.code))
        ? null
        : { command: { name: 'complete', orderId, code: wanted.code } };
    case 'part':
      return partOf(order, wanted);
  }
}

/** "Ready" does not mean that an order to be delivered is on its way. */
function readyWith(orderId: number, { orders }: Pick<Open, 'orders'>): Meant {
  const delivered = orders.filter(
    ({ id, status, fulfilment }) => id === orderId && isToSend(status) && fulfilment === 'delivery',
  );
  return delivered.length > 0
    ? { about: delivered.map(orderThing) }
    : { command: { name: 'dispatch', orderId } };
}

function partOf(order: OpenOrder, wanted: Extract<Unnumbered, { name: 'part' }>): Meant | null {
  const { quantity, unit } = wanted;
  const [line, ...others] = order.lines;
  const isLess = line && others.length === 0 && quantity < line.quantity;
  if (!isLess || (unit && unit !== line.unit) || !hasAtMostDecimals(quantity, 2)) return null;
  return { part: { name: 'accept', orderId: order.id, quantities: [quantity] } };
}

export function findHinted(unclear: Unclear, open: Open): Thing[] {
  const { about, number, amount, words } = unclear;
  if (open.waiting && number === null) return thingsThatWait(open, open.waiting, amount);
  if (unclear.isThanks) return answersTo(open, null);
  if (about === 'stock' || about === 'soldOut') return hintedProducts(unclear, open);
  const named = open.orders.filter(({ id }) => id === number);
  if (named.length > 0) return named.map(orderThing);
  if (about === 'price') return open.offers.map((offerId) => offer(offerId, amount));
  const isAnswer = about === 'accept' || about === 'reject';
  if (isAnswer && number !== null)
    return answersTo(open, amount).filter(({ is }) => is !== 'order');
  if (about !== null && about !== 'agree')
    return number === null || about === 'complete' ? hintedOrders(about, open) : [];
  const called = words === '' ? [] : productsCalled(words, open);
  return amount !== null && called.length > 0
    ? productThings({ products: called }, { amount })
    : thingsToAnswer(open, amount);
}

function hintedOrders(about: VerbName, open: Open): Thing[] {
  const isAnswer = about === 'accept' || about === 'reject';
  const answers = isAnswer ? answersTo(open, null) : ordersFor(about, open).map(orderThing);
  const found = answers.length === 0 && about === 'reject' ? ordersToCancel(open) : answers;
  return found.length > 0 ? found : ordersFor('orders', open).map(orderThing);
}

function hintedProducts({ about, words, number, amount }: Unclear, open: Open): Thing[] {
  const isSoldOut = about === 'soldOut';
  const called = words === '' ? [] : productsCalled(words, open);
  if (called.length > 0) return productThings({ products: called }, { amount, isSoldOut });
  const numbered = open.products.filter((product) => product.number === number);
  const asked = open.products.filter(({ isAsked }) => isAsked);
  const [products = open.products] = [numbered, asked].filter(({ length }) => length > 0);
  // Bare "finished" may also be the answer to an order.
  const orders = isSoldOut && number === null ? ordersFor('reject', open).map(orderThing) : [];
  return [...orders, ...productThings({ products }, { amount: null, isSoldOut })];
}

/** A name's first letters are enough: "viazi" for "Viazi vitamu". */
function productsCalled(words: string, { products }: Open): OpenProduct[] {
  const typed = foldedWords(words);
  return products.filter(({ name }) => typed.includes(foldedWords(name)[0] ?? ''));
}
