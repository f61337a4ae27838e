import { nextStepOf } from '#orders/rules/sms-words.ts';
import type { Waiting } from '#phones/rules/arguments.ts';
import type { OpenOrder, Thing } from '#phones/rules/find-meant.ts';
import { type VerbName, wordOf } from '#phones/rules/intents.ts';
import { SMS_WAYS_MAX, SMS_WHICH_MAX } from '#phones/rules/limits.ts';
import { figureText } from '#platform/rules/decimal.ts';
import type { Language } from '#platform/rules/language.ts';
import { fitParts } from '#platform/rules/text/sms.ts';
import { m } from '#text';
import { sayNext, sayNotNow, sayUnchanged } from './order-lines.ts';
import type { Turn } from './questions.ts';
import { say } from './say.ts';

export const sayWrite = (language: Language, example: string) =>
  say(language, m.smsHint, { next: say(language, m.smsWriteIt, { example }) });

export function sayThings(things: readonly Thing[], language: Language): Turn | null {
  const [only, ...others] = things;
  if (!only) return null;
  const text = others.length === 0 ? sayThing(only, language) : sayOneOf(things, language);
  return { text, ...(only.is === 'question' && { asks: only.waiting }) };
}

function sayOneOf(things: readonly Thing[], language: Language): string {
  const orders = things.flatMap((thing) => (thing.is === 'order' ? [thing.order] : []));
  return orders.length === things.length
    ? sayWhichOrder(orders, language)
    : sayWays(things, language);
}

function sayThing(thing: Thing, language: Language): string {
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

function sayQuestion({ command, ...waiting }: Waiting, language: Language): string {
  if (waiting.for === 'pin') return say(language, m.smsPinAsk, {});
  const id = 'orderId' in command ? (command.orderId ?? 0) : 0;
  return say(language, m.smsAgreeNext, { id });
}

function sayWhichOrder(orders: readonly OpenOrder[], language: Language): string {
  const [first] = orders;
  const { text: list } = fitParts(
    orders.map(({ id }) => String(id)),
    { joint: ', ', characters: SMS_WHICH_MAX },
  );
  return say(language, m.smsWhichOrder, { list, next: first ? sayNext(first, language) : '' });
}

function sayWays(things: readonly Thing[], language: Language): string {
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
