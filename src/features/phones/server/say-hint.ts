/*
 * A hint names the user's own order, product and figures, so that it can be sent back as it stands.
 * A number that proves nothing gets none of them.
 */

import { nextStepOf } from '#orders/rules/sms-words.ts';
import { listOrdersUnderWay } from '#orders/server/list-orders.ts';
import { PRICE_WORDS_MAX } from '#phones/rules/arguments.ts';
import { findHinted } from '#phones/rules/find-meant.ts';
import { findPricedCrop } from '#phones/rules/find-priced-crop.ts';
import { wordOf } from '#phones/rules/intents.ts';
import type { Unclear } from '#phones/rules/read-text.ts';
import { figureText } from '#platform/rules/decimal.ts';
import type { Language } from '#platform/rules/language.ts';
import { callNow, cutToGsm7, dial, orCall, orDial } from '#platform/rules/text/sms.ts';
import { listNumbered } from '#products/server/numbered-products.ts';
import { m } from '#text';
import { listDifferences, sayDifferences } from './difference-by-phone.ts';
import { findOwnOrder, sayNext, sayUnchanged } from './order-lines.ts';
import { findOpen, type Turn } from './questions.ts';
import { say, sayBuyersHelp, sayPinNeeded, saySell } from './say.ts';
import { sayOrders, sayStock } from './say-lists.ts';
import { sayThings, sayWrite } from './say-things.ts';
import { isProven, type SpeakerCall } from './speakers-call.ts';

type Hinted = { unclear: Unclear; receivedAt: Date };

const PRICED = { en: 'TOMATO', sw: 'NYANYA' } as const;
const pricedExample = (language: Language) => `${wordOf('price', language)} ${PRICED[language]}`;

/** Null if nobody waits for an answer: thanks cost no SMS. */
export async function sayHint(call: SpeakerCall, hinted: Hinted): Promise<Turn | null> {
  const { language } = call;
  const { unclear } = hinted;
  const { about } = unclear;
  switch (about) {
    case 'sell':
      return { text: sayWrite(language, pricedExample(language)) };
    case 'pin':
      return { text: sayPinHelp(call) };
    case 'verify':
      return sayHint(call, { ...hinted, unclear: { ...unclear, about: null } });
    case 'money':
    case 'help':
    case 'skip':
    case 'fill':
    case 'queue':
    case 'stop':
    case 'start':
    case 'join':
      return { text: sayWrite(language, wordOf(about, language)) };
    default:
  }
  if (isProven(call))
    return call.user.role === 'farmer' ? hintFarmer(call, hinted) : hintBuyer(call, unclear);
  if (unclear.isThanks) return null;
  return {
    text:
      about === 'price'
        ? sayWrite(language, pricedExample(language))
        : say(language, m.smsUnknown, {}),
  };
}

async function hintFarmer(
  call: SpeakerCall,
  { unclear, receivedAt }: Hinted,
): Promise<Turn | null> {
  const { language } = call;
  const { about } = unclear;
  const open = await findOpen(call, receivedAt);
  const priced = open.waiting ? null : sayPriced(unclear, language);
  if (priced && about === null && unclear.amount === null) return { text: priced };
  const things = findHinted(unclear, open);
  const isList = things.length > 1 && things.every(({ is }) => is === 'product');
  if (about === 'stock' || about === 'soldOut') {
    if (things.length === 0) return { text: say(language, m.smsStockNone, {}) };
    if (isList) return { text: await sayStock(call) };
  }
  const said = sayThings(things, language);
  if (said) return said;
  // "I have 5 bags of potatoes", which are not among the farmer's products.
  if (priced !== null) return { text: about === null ? saySell(call) : priced };
  if (unclear.isThanks) return null;
  if (about === null || about === 'agree') return { text: say(language, m.smsUnknown, {}) };
  return { text: (await sayNumbered(call, unclear)) ?? (await sayOrders(call)) };
}

/** "YES 5O" may be about order 50, and about no other one. */
async function sayNumbered(
  call: SpeakerCall,
  { about, number, words }: Unclear,
): Promise<string | null> {
  if (number === null) return null;
  const order = await findOwnOrder(call, number);
  if (order) return sayUnchanged(order, call.language);
  const isAnswer = (about === 'accept' || about === 'reject') && words === '';
  return isAnswer ? say(call.language, m.smsOrderUnknown, { id: number }) : null;
}

function sayPriced({ about, words }: Unclear, language: Language): string | null {
  if (about === 'price') return sayWrite(language, pricedExample(language));
  if (about !== null || words === '' || !findPricedCrop(words)) return null;
  const example = `${wordOf('price', language)} ${cutToGsm7(words, PRICE_WORDS_MAX).toUpperCase()}`;
  return sayWrite(language, example);
}

async function hintBuyer(call: SpeakerCall, unclear: Unclear): Promise<Turn | null> {
  const { language } = call;
  const isAnswer = ['accept', 'reject', 'agree', null].includes(unclear.about);
  const differences = isAnswer ? await listDifferences(call) : [];
  if (differences.length > 0) return { text: await sayDifferences(call) };
  if (unclear.isThanks) return null;
  const text =
    sayPriced(unclear, language) ??
    say(language, unclear.about === null ? m.smsUnknown : m.smsFarmersOnly, {});
  return { text };
}

export async function sayHelp(call: SpeakerCall): Promise<string> {
  const { language, support, user } = call;
  const options = { locale: language };
  const ways = { orDial: orDial(support, options), orCall: orCall(support, options) };
  if (user.role !== 'farmer') return sayBuyersHelp(call);
  if (!isProven(call)) return m.smsHelp({ example: '', ...ways }, options);
  const orders = await listOrdersUnderWay(call);
  const pending = orders.find((order) => nextStepOf(order) === 'answer');
  const [order] = orders;
  const [product] = order ? [] : await listNumbered(call, call.speaker);
  const example =
    (pending && `${wordOf('accept', language)} ${pending.id}`) ??
    (order && `${wordOf('orders', language)} ${order.id}`) ??
    (product && `${wordOf('stock', language)} ${product.number} ${figureText(product.quantity)}`);
  return m.smsHelp({ example: example ? `: ${example}` : '', ...ways }, options);
}

export function sayPinHelp(call: SpeakerCall): string {
  const { language, support, speaker } = call;
  const options = { locale: language };
  return speaker.role === 'farmer' && (speaker.hasPin || isProven(call))
    ? m.smsPinHelp({ dial: dial(support, options), act: callNow(support, options) }, options)
    : sayPinNeeded(call);
}

/** They may be a buyer's code without its command. */
export async function sayPinUnasked(call: SpeakerCall): Promise<string> {
  const { language } = call;
  const isFarmer = call.user.role === 'farmer' && isProven(call);
  const orders = isFarmer ? await listOrdersUnderWay(call) : [];
  const order = orders.find((one) => nextStepOf(one) === 'handOver');
  const next = order ? sayNext(order, language) : say(language, m.smsCodeForm, {});
  return say(language, m.smsPinUnasked, { next });
}
