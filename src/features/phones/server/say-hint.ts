/*
 * The answer to an unclear SMS. A hint names the user's own order, product and figures, so
 * it can be sent back as it stands. A number that proves nothing by itself gets none of them.
 */

import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import { nextStepOf } from '#features/orders/rules/sms-words.ts';
import { listOrdersUnderWay } from '#features/orders/server/list-orders.ts';
import { PRICE_WORDS_MAX } from '#features/phones/rules/commands.ts';
import { findHinted } from '#features/phones/rules/find-meant.ts';
import { findPricedCrop } from '#features/phones/rules/find-priced-crop.ts';
import type { Unclear } from '#features/phones/rules/read-text.ts';
import { listNumbered } from '#features/products/server/numbered-products.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { cutToGsm7 } from '#platform/rules/text/gsm7.ts';
import { callNow, dial, orCall, orDial } from '#platform/rules/text/sms-words.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findOpen } from './find-open.ts';
import type { KnownSpeaker } from './lines/queries.ts';
import { sayNext } from './order-lines.ts';
import { listDifferences, sayDifferences } from './orders/difference-by-phone.ts';
import { say, sayBuyersHelp, sayPinNeeded } from './say.ts';
import { sayOrders, sayStock } from './say-lists.ts';
import { sayThings, sayWrite, wordOf } from './say-things.ts';

type Helped = { support: Support };
type Needs = Helped & { clock: Clock; secret: string };
type Asked = { speaker: KnownSpeaker; unclear: Unclear; receivedAt: Date };

const PRICED = { en: 'TOMATO', sw: 'NYANYA' } as const;
const pricedExample = (language: Language) => `${wordOf('price', language)} ${PRICED[language]}`;

/** The answer to an unclear SMS. */
export async function sayHint(
  db: Database,
  { speaker, unclear, receivedAt }: Asked,
  services: Needs,
): Promise<string> {
  const { language, role } = speaker;
  const { about } = unclear;
  switch (about) {
    case 'sell':
      return sayWrite(language, pricedExample(language));
    case 'pin':
      return sayPinHelp(speaker, services);
    case 'verify':
      return sayHint(db, { speaker, unclear: { ...unclear, about: null }, receivedAt }, services);
    case 'money':
    case 'help':
    case 'skip':
    case 'stop':
    case 'start':
    case 'join':
      return sayWrite(language, wordOf(about, language));
    default:
  }
  if (!provesPerson(speaker, services.clock()))
    return about === 'price'
      ? sayWrite(language, pricedExample(language))
      : say(language, m.smsUnknown, {});
  return role === 'farmer'
    ? hintFarmer(db, { speaker, unclear, receivedAt }, services)
    : hintBuyer(db, { speaker, unclear }, services);
}

async function hintFarmer(
  db: Database,
  { speaker, unclear, receivedAt }: Asked,
  services: Needs,
): Promise<string> {
  const { language } = speaker;
  const { about } = unclear;
  const open = await findOpen(db, { speaker, receivedAt }, services);
  const priced = open.waiting ? null : sayPriced(unclear, language);
  if (priced && about === null && unclear.amount === null) return priced;
  const things = findHinted(unclear, open);
  const isList = things.length > 1 && things.every(({ is }) => is === 'product');
  if (about === 'stock' || about === 'soldOut') {
    if (things.length === 0) return say(language, m.smsStockNone, {});
    if (isList) return sayStock(db, { speaker, from: undefined }, services);
  }
  const said = sayThings(things, language) ?? priced;
  if (said !== null) return said;
  return about === null || about === 'agree'
    ? say(language, m.smsUnknown, {})
    : sayOrders(db, { speaker, from: undefined }, services);
}

/** The name of a crop is a question about its price. */
function sayPriced({ about, words }: Unclear, language: Language): string | null {
  if (about === 'price') return sayWrite(language, pricedExample(language));
  if (about !== null || words === '' || !findPricedCrop(words)) return null;
  const example = `${wordOf('price', language)} ${cutToGsm7(words, PRICE_WORDS_MAX).toUpperCase()}`;
  return sayWrite(language, example);
}

async function hintBuyer(
  db: Database,
  { speaker, unclear }: Omit<Asked, 'receivedAt'>,
  services: Needs,
): Promise<string> {
  const { language, userId } = speaker;
  const isAnswer = ['accept', 'reject', 'agree', null].includes(unclear.about);
  const differences = isAnswer ? await listDifferences(db, userId, services) : [];
  if (differences.length > 0) return sayDifferences(db, { speaker }, services);
  return (
    sayPriced(unclear, language) ??
    say(language, unclear.about === null ? m.smsUnknown : m.smsFarmersOnly, {})
  );
}

/** The commands, with an example of the user's own if there is one. */
export async function sayHelp(
  db: Database,
  { speaker }: Pick<Asked, 'speaker'>,
  services: Needs,
): Promise<string> {
  const { language, role } = speaker;
  const options = { locale: language };
  const { support } = services;
  const ways = { orDial: orDial(support, options), orCall: orCall(support, options) };
  if (role !== 'farmer') return sayBuyersHelp(language, services);
  if (!provesPerson(speaker, services.clock())) return m.smsHelp({ example: '', ...ways }, options);
  const call = { ...services, db, user: { id: speaker.userId } };
  const orders = await listOrdersUnderWay(call);
  const pending = orders.find((order) => nextStepOf(order) === 'answer');
  const [order] = orders;
  const [product] = order ? [] : await listNumbered(call, speaker);
  const example =
    (pending && `${wordOf('accept', language)} ${pending.id}`) ??
    (order && `${wordOf('orders', language)} ${order.id}`) ??
    (product && `${wordOf('stock', language)} ${product.number} ${figureText(product.quantity)}`);
  return m.smsHelp({ example: example ? `: ${example}` : '', ...ways }, options);
}

/** How to choose a PIN, and what to do without the old one. The menu takes no silent number's. */
export function sayPinHelp(speaker: KnownSpeaker, services: Helped & { clock: Clock }): string {
  const { role, language, hasPin } = speaker;
  const options = { locale: language };
  return role === 'farmer' && (hasPin || provesPerson(speaker, services.clock()))
    ? m.smsPinHelp(
        { dial: dial(services.support, options), act: callNow(services.support, options) },
        options,
      )
    : sayPinNeeded(language, services);
}

/** Four digits that were not asked for may be a buyer's code without its command. */
export async function sayPinUnasked(
  db: Database,
  { speaker }: Pick<Asked, 'speaker'>,
  services: Needs,
): Promise<string> {
  const { language, role } = speaker;
  const isFarmer = role === 'farmer' && provesPerson(speaker, services.clock());
  const orders = isFarmer
    ? await listOrdersUnderWay({ ...services, db, user: { id: speaker.userId } })
    : [];
  const order = orders.find((order) => nextStepOf(order) === 'handOver');
  const next = order ? sayNext(order, language) : say(language, m.smsCodeForm, {});
  return say(language, m.smsPinUnasked, { next });
}
