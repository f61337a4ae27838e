/*
 * The answer to an unclear SMS. A hint names the user's own order, product and figures, so
 * it can be sent back as it stands. A number that proves nothing by itself gets none of them.
 */

import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import type { OrderStatus } from '#features/orders/rules/order-facts.ts';
import { listOrdersUnderWay } from '#features/orders/server/list-orders.ts';
import { PRICE_WORDS_MAX } from '#features/phones/rules/commands.ts';
import { findPricedCrop } from '#features/phones/rules/find-priced-crop.ts';
import type { Unclear } from '#features/phones/rules/read-text.ts';
import { type VerbName, verbs } from '#features/phones/rules/words.ts';
import type { Language } from '#platform/rules/language.ts';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { cutToGsm7 } from '#platform/rules/text/gsm7.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from './lines/queries.ts';
import { sayNext, sayUnchanged } from './order-lines.ts';
import { listNumbered } from './phone-products.ts';
import { say } from './say.ts';
import { statusesBefore } from './which-order.ts';

type Needs = { clock: Clock; secret: string; support: Support };
type Asked = { speaker: KnownSpeaker; unclear: Unclear };

const statusesMeant: Partial<Record<VerbName, readonly OrderStatus[]>> = statusesBefore;
const PRICED = { en: 'tomato', sw: 'nyanya' } as const;

/** The answer to an unclear SMS. */
export async function sayHint(
  db: Database,
  { speaker, unclear }: Asked,
  services: Needs,
): Promise<string> {
  const { language, role } = speaker;
  const { about } = unclear;
  switch (about) {
    case 'accept':
    case 'reject':
    case 'dispatch':
    case 'weigh':
    case 'complete':
    case 'orders':
    case 'stock':
    case 'soldOut':
      if (role !== 'farmer') return say(language, 'farmersOnly', {});
      if (!provesPerson(speaker, services.clock())) return say(language, 'unknown', {});
      return about === 'stock' || about === 'soldOut'
        ? hintOfProduct(db, { speaker, about }, services)
        : hintOfOrder(db, { speaker, unclear }, services);
    case 'price':
    case 'sell':
      return sayWrite(language, `${wordOf('price', language)} ${PRICED[language]}`);
    case 'pin':
      return say(language, 'unknown', {});
    case 'verify':
    case null:
      return hintWithoutVerb(db, { speaker, unclear }, services);
    default:
      return sayWrite(language, wordOf(about, language));
  }
}

const wordOf = (verb: VerbName, language: Language) => verbs[verb][language];

const sayWrite = (language: Language, example: string) =>
  say(language, 'hint', { next: say(language, 'writeIt', { example: example.toUpperCase() }) });

/** The order that the text names, or else the newest that its verb is for, or else the newest. */
async function hintOfOrder(
  db: Database,
  { speaker: { userId, language }, unclear: { about, number } }: Asked,
  services: Needs,
): Promise<string> {
  const open = await listOrdersUnderWay(db, userId, services);
  const meant = (about && statusesMeant[about]) ?? [];
  const order =
    open.find(({ id }) => id === number) ??
    open.find(({ status }) => meant.includes(status)) ??
    open[0];
  if (!order) return say(language, 'ordersNone', {});
  const next = sayNext(order, language);
  return next === '' ? sayUnchanged(order, language) : say(language, 'hint', { next });
}

type OfProduct = { speaker: KnownSpeaker; about: 'stock' | 'soldOut' };

async function hintOfProduct(
  db: Database,
  { speaker, about }: OfProduct,
  services: Needs,
): Promise<string> {
  const { language } = speaker;
  const [product] = await listNumbered(db, speaker, services);
  if (!product) return say(language, 'stockNone', {});
  const quantity = about === 'stock' ? ` ${figureText(product.quantity)}` : '';
  return sayWrite(language, `${wordOf(about, language)} ${product.number}${quantity}`);
}

/** A number alone may be that of an order, and the name of a crop is a question about its price. */
async function hintWithoutVerb(
  db: Database,
  { speaker, unclear }: Asked,
  services: Needs,
): Promise<string> {
  const { language, role } = speaker;
  const { number, words } = unclear;
  if (words !== '' && findPricedCrop(words))
    return sayWrite(language, `${wordOf('price', language)} ${cutToGsm7(words, PRICE_WORDS_MAX)}`);
  const isOfOrder = number !== null && role === 'farmer' && provesPerson(speaker, services.clock());
  const orders = isOfOrder ? await listOrdersUnderWay(db, speaker.userId, services) : [];
  return orders.some(({ id }) => id === number)
    ? hintOfOrder(db, { speaker, unclear }, services)
    : say(language, 'unknown', {});
}

/** The commands, with an example of the user's own if there is one. */
export async function sayHelp(
  db: Database,
  { speaker }: Pick<Asked, 'speaker'>,
  services: Needs,
): Promise<string> {
  const { language, role } = speaker;
  const { ussdCode } = services.support;
  if (role !== 'farmer') return say(language, 'helpBuyer', {});
  if (!provesPerson(speaker, services.clock()))
    return say(language, 'help', { example: '', ussdCode });
  const orders = await listOrdersUnderWay(db, speaker.userId, services);
  const pending = orders.find(({ status }) => statusesBefore.accept.includes(status));
  const [order] = orders;
  const [product] = order ? [] : await listNumbered(db, speaker, services);
  const example =
    (pending && `${wordOf('accept', language)} ${pending.id}`) ??
    (order && `${wordOf('orders', language)} ${order.id}`) ??
    (product && `${wordOf('stock', language)} ${product.number} ${figureText(product.quantity)}`);
  return say(language, 'help', {
    example: example ? `: ${example.toUpperCase()}` : '',
    ussdCode,
  });
}

/** Four digits that were not asked for may be a buyer's code without its command. */
export async function sayPinUnasked(
  db: Database,
  { speaker }: Pick<Asked, 'speaker'>,
  services: Needs,
): Promise<string> {
  const { language, role } = speaker;
  const isFarmer = role === 'farmer' && provesPerson(speaker, services.clock());
  const orders = isFarmer ? await listOrdersUnderWay(db, speaker.userId, services) : [];
  const order = orders.find(({ status }) => statusesBefore.complete.includes(status));
  const next = order ? sayNext(order, language) : say(language, 'codeForm', {});
  return say(language, 'pinUnasked', { next });
}
