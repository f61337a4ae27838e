/*
 * A hint names the user's own order, product and figures, so that it can be sent back as it stands.
 * A number that proves nothing gets none of them.
 */

import { nextStepOf } from '#orders/rules/sms-words.ts';
import { listOrdersUnderWay } from '#orders/server/list-orders.ts';
import { listNumbered } from '#products/server/list-own-products.ts';
import { figureText } from '#rules/amounts.ts';
import { callNow, cutToGsm7, dial, fitParts, orCall, orDial } from '#rules/text/sms.ts';
import { m } from '#text';
import { PRICE_WORDS_MAX, type Waiting } from '../rules/arguments.ts';
import { findHinted, type OpenOrder, type Thing } from '../rules/find-meant.ts';
import { SMS_WAYS_MAX, SMS_WHICH_MAX, type VerbName, wordOf } from '../rules/intents.ts';
import type { Unclear } from '../rules/read-text.ts';
import { findPricedCrop } from '../rules/words.ts';
import { listDifferences, sayDifferences } from './quantities.ts';
import {
  findOpen,
  findOwnOrder,
  isNumberTrusted,
  type SpeakerCall,
  say,
  sayBuyersHelp,
  sayNext,
  sayNotNow,
  sayOrders,
  sayPinNeeded,
  saySell,
  sayStock,
  sayUnchanged,
  type Turn,
} from './speakers.ts';

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
  if (isNumberTrusted(call))
    return call.user.role === 'farmer' ? hintFarmer(call, hinted) : hintBuyer(call, unclear);
  if (unclear.isThanks) return null;
  return {
    text:
      about === 'price' ? sayWrite(language, pricedExample(language)) : say(language, m.smsUnknown),
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
    if (things.length === 0) return { text: say(language, m.smsStockNone) };
    if (isList) return { text: await sayStock(call) };
  }
  const said = sayThings(things, language);
  if (said) return said;
  // "I have 5 bags of potatoes", which are not among the farmer's products.
  if (priced !== null) return { text: about === null ? saySell(call) : priced };
  if (unclear.isThanks) return null;
  if (about === null || about === 'agree') return { text: say(language, m.smsUnknown) };
  return { text: (await sayNumbered(call, unclear)) ?? (await sayOrders(call)) };
}

/** "YES 5O" may be about order 50, and about no other one. */
async function sayNumbered(call: SpeakerCall, { about, number, words }: Unclear) {
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
    say(language, unclear.about === null ? m.smsUnknown : m.smsFarmersOnly);
  return { text };
}

export async function sayHelp(call: SpeakerCall) {
  const { language, support, user } = call;
  const options = { locale: language };
  const ways = { orDial: orDial(support, options), orCall: orCall(support, options) };
  if (user.role !== 'farmer') return sayBuyersHelp(call);
  if (!isNumberTrusted(call)) return m.smsHelp({ example: '', ...ways }, options);
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

export function sayPinHelp(call: SpeakerCall) {
  const { language, support, speaker } = call;
  const options = { locale: language };
  return speaker.role === 'farmer' && (speaker.hasPin || isNumberTrusted(call))
    ? m.smsPinHelp({ dial: dial(support, options), act: callNow(support, options) }, options)
    : sayPinNeeded(call);
}

/** They may be a buyer's code without its command. */
export async function sayPinUnasked(call: SpeakerCall) {
  const { language } = call;
  const isFarmer = call.user.role === 'farmer' && isNumberTrusted(call);
  const orders = isFarmer ? await listOrdersUnderWay(call) : [];
  const order = orders.find((one) => nextStepOf(one) === 'handOver');
  const next = order ? sayNext(order, language) : say(language, m.smsCodeForm);
  return say(language, m.smsPinUnasked, { next });
}

const sayWrite = (language: Language, example: string) =>
  say(language, m.smsHint, { next: say(language, m.smsWriteIt, { example }) });

export function sayThings(things: readonly Thing[], language: Language): Turn | null {
  const [only, ...others] = things;
  if (!only) return null;
  const text = others.length === 0 ? sayThing(only, language) : sayOneOf(things, language);
  return { text, ...(only.is === 'question' && { asks: only.waiting }) };
}

function sayOneOf(things: readonly Thing[], language: Language) {
  const orders = things.flatMap((thing) => (thing.is === 'order' ? [thing.order] : []));
  return orders.length === things.length
    ? sayWhichOrder(orders, language)
    : sayWays(things, language);
}

function sayThing(thing: Thing, language: Language) {
  switch (thing.is) {
    case 'order': {
      if (thing.isNotNow) return sayNotNow(thing.order, language);
      if (thing.isToCancel) return sayWays([thing], language);
      const next = sayNext(thing.order, language);
      return next === '' ? sayUnchanged(thing.order, language) : say(language, m.smsHint, { next });
    }
    case 'offer':
      return thing.amount === null
        ? say(language, m.smsOfferNext, { id: thing.offerId })
        : sayWays([thing], language);
    case 'question':
      return sayQuestion(thing.waiting, language);
    case 'share':
    case 'product':
      return sayWays([thing], language);
  }
}

function sayQuestion({ command, ...waiting }: Waiting, language: Language) {
  if (waiting.for === 'pin') return say(language, m.smsPinAsk);
  const id = 'orderId' in command ? (command.orderId ?? 0) : 0;
  return say(language, m.smsAgreeNext, { id });
}

function sayWhichOrder(orders: readonly OpenOrder[], language: Language) {
  const [first] = orders;
  const { text: list } = fitParts(
    orders.map(({ id }) => String(id)),
    { joint: ', ', characters: SMS_WHICH_MAX },
  );
  return say(language, m.smsWhichOrder, { list, next: first ? sayNext(first, language) : '' });
}

function sayWays(things: readonly Thing[], language: Language) {
  const ways = things.flatMap((thing) => waysOf(thing, language));
  const { text } = fitParts(ways, { joint: ', ', characters: SMS_WAYS_MAX });
  return sayWrite(language, text);
}

/** The commands: "NDIO 512", "BEI 7 NDIO", "STOKI 1 40". */
function waysOf(thing: Thing, language: Language): string[] {
  const word = (verb: VerbName) => wordOf(verb, language);
  switch (thing.is) {
    case 'order':
      return orderVerbs(thing).map((verb) => `${word(verb)} ${thing.order.id}`);
    case 'offer':
      return [`${word('price')} ${thing.offerId} ${thing.amount ?? word('accept')}`];
    case 'share':
      return [`${word('accept')} LOT ${thing.lotId}`, `${word('reject')} LOT ${thing.lotId}`];
    case 'product': {
      const { product, amount, isSoldOut } = thing;
      const { number, quantity } = product;
      const counted = `${word('stock')} ${number} ${figureText(amount ?? quantity)}`;
      const none = `${word('soldOut')} ${number}`;
      if (amount === null && isSoldOut) return [none];
      return amount === null && product.isAsked ? [counted, none] : [counted];
    }
    case 'question':
      return [word('agree')];
  }
}

function orderVerbs({ order, isToCancel }: Extract<Thing, { is: 'order' }>): VerbName[] {
  if (isToCancel) return ['reject'];
  switch (nextStepOf(order)) {
    case 'answer':
      return ['accept', 'reject'];
    case 'ready':
      return ['ready'];
    case 'send':
      return ['dispatch'];
    case 'handOver':
      return ['complete'];
    default:
      return [];
  }
}
