/*
 * What the account behind a phone number may do, and what a short answer such as "YES" refers to:
 * an open order, offer or share, or the last question.
 */

import { PIN_ORDER_KES } from '#accounts/rules/limits.ts';
import { endWaiting, findWaiting, upsertLine } from '#accounts/server/people-queries.ts';
import { provesPerson } from '#accounts/server/trust-in-number.ts';
import { listShares } from '#lots/server/share-queries.ts';
import { listOffersToAnswer } from '#messages/server/read-conversations.ts';
import { findNewestSms } from '#notifications/server/phone-queries.ts';
import { nextStepOf, nextTexts, type Shown, stateOf, termsOf } from '#orders/rules/sms-words.ts';
import { getFarmerOrder, listOrdersUnderWay } from '#orders/server/list-orders.ts';
import { findOrderTotal } from '#orders/server/queries.ts';
import { lineOf, listNumbered, numberProducts } from '#products/server/list-own-products.ts';
import { amountText, centsOf } from '#rules/amounts.ts';
import { callNow, cutToGsm7, dial, fitParts, orCall, SMS_CHARACTERS } from '#rules/text/sms.ts';
import { AppError, errorText } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Support } from '#server/config.ts';
import { m } from '#text';
import type { Waiting, Wanted } from '../rules/arguments.ts';
import type { Open } from '../rules/find-meant.ts';
import {
  intentOf,
  SMS_LONG_LIST_MAX,
  SMS_ORDERS_MAX,
  SMS_STOCK_MAX,
  WAITING_WORD_SECONDS,
} from '../rules/intents.ts';
import type { KnownSpeaker } from './queries.ts';

export type PhoneCall = Services & {
  db: Database;
  language: Language;
  phoneNumber: string;
  speaker: KnownSpeaker | null;
};
export type SpeakerCall = PhoneCall & {
  speaker: KnownSpeaker;
  user: { id: number; role: Role };
};

export const speakersCall = (
  db: Database,
  speaker: KnownSpeaker,
  services: Services,
): SpeakerCall => ({
  ...services,
  db,
  language: speaker.language,
  phoneNumber: speaker.phoneNumber,
  speaker,
  user: { id: speaker.userId, role: speaker.role },
});

export const isNumberTrusted = ({ speaker, clock }: SpeakerCall) => provesPerson(speaker, clock());

/** Restarts the period of silence. */
export const markHeard = ({ db, user, clock }: SpeakerCall) =>
  upsertLine(db, user.id, { heardAt: clock() });

export const needsPin = async (call: SpeakerCall, command: Wanted) =>
  !isNumberTrusted(call) || isLargeHandover(call, command);

export async function isLargeHandover({ db, user }: SpeakerCall, command: Wanted) {
  if (command.name === 'part' || intentOf(command.name).pin !== 'ifLarge') return false;
  if (!('orderId' in command) || !command.orderId) return false;
  const totalCents = await findOrderTotal(db, { orderId: command.orderId, farmerId: user.id });
  return totalCents !== null && totalCents > centsOf(PIN_ORDER_KES);
}

export function sayWithoutPin(call: SpeakerCall) {
  const options = { locale: call.language };
  return isNumberTrusted(call)
    ? m.smsPinFirst({ dial: dial(call.support, options) }, options)
    : sayPinNeeded(call);
}

type Text<Values> = (values: Values, options: { locale: Language }) => string;

type Given<Values> = Record<never, never> extends Values ? [values?: Values] : [values: Values];

export const say = <Values>(
  language: Language,
  text: Text<Values>,
  ...[values = {} as Values]: Given<Values>
) => text(values, { locale: language });

/** In the screens' words. Rethrows unexpected errors. */
export function sayRefusal(error: unknown, language: Language) {
  if (!(error instanceof AppError)) throw error;
  return cutToGsm7(errorText(error, language), SMS_CHARACTERS);
}

type Helped = { language: Language; support: Support };

/** The phone may have changed hands, so this user is helped elsewhere. */
export const sayPinNeeded = ({ language, support }: Helped) =>
  say(language, m.smsPinNeeded, { orCall: orCall(support, { locale: language }) });
export const sayBuyersHelp = ({ language, support }: Helped) =>
  say(language, m.smsHelpBuyer, { orCall: orCall(support, { locale: language }) });
export const saySell = ({ language, support }: Helped) =>
  say(language, m.smsSell, { dial: dial(support, { locale: language }) });
export const sayPinLocked = ({ language, support }: Helped) =>
  say(language, m.smsPinLocked, { act: callNow(support, { locale: language }) });

/** Warns a holder who was talked into it. */
export const sayCodeTaken = ({ language, support }: Helped) =>
  say(language, m.smsCodeTaken, { act: callNow(support, { locale: language }) });

export type PhoneOrder = Omit<Awaited<ReturnType<typeof getFarmerOrder>>, 'events'>;

export async function findOwnOrder(call: SpeakerCall, orderId: number): Promise<PhoneOrder | null> {
  try {
    return await getFarmerOrder(call, { orderId });
  } catch (error) {
    if (error instanceof AppError && error.code === 'ORDER_NOT_FOUND') return null;
    throw error;
  }
}

export type Questions = { answered?: Waiting; asks?: Waiting };
export type Turn = Questions & { text: string };

type Question = Pick<Open, 'waiting' | 'isOvertaken'>;

export async function keepQuestions(
  tx: Database,
  { userId, answered, asks }: Questions & { userId: number | null },
  now: Date,
) {
  if (userId === null) return;
  if (answered) await endWaiting(tx, { userId, waiting: answered });
  if (asks)
    await upsertLine(tx, userId, {
      waiting: asks,
      waitingUntil: secondsAfter(now, WAITING_WORD_SECONDS),
    });
}

/**
 * None if it was asked after the SMS arrived. It is overtaken unless its own SMS was the last one
 * that the phone had by then. Only a question for the PIN is not, because only a PIN answers it.
 */
export async function findQuestion(
  { db, user, clock }: SpeakerCall,
  receivedAt: Date,
): Promise<Question> {
  const until = secondsAfter(receivedAt, WAITING_WORD_SECONDS);
  const found = await findWaiting(db, { userId: user.id, now: clock(), until });
  if (!found?.waitingUntil || !isWaiting(found.waiting)) return { waiting: null };
  const { waiting, waitingUntil } = found;
  if (waiting.for === 'pin') return { waiting };
  const askedAt = secondsAfter(waitingUntil, -WAITING_WORD_SECONDS);
  const newest = await findNewestSms(db, { userId: user.id, by: receivedAt });
  return { waiting, isOvertaken: newest?.createdAt.getTime() !== askedAt.getTime() };
}

/** Only keepQuestions writes the value. */
const isWaiting = (waiting: unknown): waiting is Waiting =>
  typeof waiting === 'object' && waiting !== null && 'for' in waiting;

/**
 * Without orders newer than the SMS: the farmer did not know them, and a retry must not mean
 * another order than the first attempt.
 */
export async function findOpen(call: SpeakerCall, receivedAt: Date): Promise<Open<PhoneOrder>> {
  const orders = await listOrdersUnderWay(call);
  const farmerIds = [call.user.id];
  const shares = await listShares(call.db, { farmerIds, statuses: ['proposed'] });
  return {
    orders: orders.filter(({ date }) => date <= receivedAt),
    offers: await listOffersToAnswer(call),
    shares: shares.map(({ lotId }) => ({ is: 'share', lotId })),
    products: await listNumbered(call, call.speaker),
    ...(await findQuestion(call, receivedAt)),
  };
}

export const findOnlyQuestion = async (
  call: SpeakerCall,
  receivedAt: Date,
): Promise<Open<PhoneOrder>> => ({
  orders: [],
  offers: [],
  shares: [],
  products: [],
  ...(await findQuestion(call, receivedAt)),
});

/*
 * A list's last sentence has the command for the rest. It names the first item left out, so it
 * works even if an SMS was lost.
 */

const factsOf = (order: PhoneOrder, language: Language) => ({
  id: order.id,
  state: say(language, stateOf(order)),
  total: amountText(order.amount),
});

/** "512 new KES 2,400", for a list that says that these are orders. */
const orderLine = (order: PhoneOrder, language: Language) =>
  say(language, m.smsOrderLine, factsOf(order, language));

export const orderTitle = (order: PhoneOrder, language: Language) =>
  say(language, m.smsOrderTitle, factsOf(order, language));

type Reader = { language: Language; now: Date };

const termsLine = (order: PhoneOrder, reader: Reader) => {
  const { payment, place, time } = termsOf(order, { locale: reader.language, now: reader.now });
  return [payment, place, time].filter(Boolean).join(', ');
};

type Known = Shown & { id: number };

/** "Write YES 512 or NO 512."; empty without a next step. */
export function sayNext(order: Known, language: Language) {
  const next = nextStepOf(order);
  return next === null ? '' : nextTexts[next]({ id: order.id }, { locale: language });
}

const standing = (order: Known, language: Language) => {
  const isUnpaid = nextStepOf(order) === 'pay';
  return {
    id: order.id,
    state: say(language, isUnpaid ? m.smsStateUnpaid : stateOf(order)),
    next: sayNext(order, language),
  };
};

/** "Order 512: new. Write YES 512 or NO 512." */
export const sayNotNow = (order: Known, language: Language) =>
  say(language, m.smsNotNow, standing(order, language)).trimEnd();

export const sayUnchanged = (order: Known, language: Language) =>
  say(language, m.smsUnchanged, standing(order, language)).trimEnd();

export async function sayOrders(call: SpeakerCall, from?: number) {
  const { language } = call;
  const orders = await listOrdersUnderWay(call);
  if (orders.length === 0) return say(language, m.smsOrdersNone);
  const older = from === undefined ? orders : orders.filter(({ id }) => id <= from);
  const shown = older.length > 0 ? older : orders;
  const lines = orderLines(shown, {
    language,
    now: call.clock(),
    isFromOne: from !== undefined,
  });
  const { text: list, first } = listed(lines, { joint: '; ', characters: SMS_ORDERS_MAX });
  const next = shown[first];
  if (!next) return say(language, m.smsOrdersList, { list });
  return say(language, m.smsOrdersMore, { list, count: shown.length - first, next: next.id });
}

/**
 * Adds place and time if all of it fits, otherwise only for the first order of a continued list.
 */
function orderLines(
  orders: readonly PhoneOrder[],
  { isFromOne, ...reader }: { language: Language; now: Date; isFromOne: boolean },
): string[] {
  const plain = orders.map((order) => orderLine(order, reader.language));
  const told = orders.map((order, at) => `${plain[at]} ${termsLine(order, reader)}`);
  if (told.join('; ').length <= SMS_ORDERS_MAX) return told;
  return isFromOne ? [...told.slice(0, 1), ...plain.slice(1)] : plain;
}

/** A continued list keeps the numbers. */
export async function sayStock(call: SpeakerCall, from?: number) {
  const { language } = call;
  const products =
    from === undefined ? await numberProducts(call) : await listNumbered(call, call.speaker);
  if (products.length === 0) return say(language, m.smsStockNone);
  const shown = from === undefined ? products : products.filter(({ number }) => number >= from);
  if (shown.length === 0) return say(language, m.smsProductUnknown, { number: from ?? 0 });
  const lines = shown.map((product) => lineOf(product, { locale: language }));
  const { text: list, first } = listed(lines, { joint: ', ', characters: SMS_STOCK_MAX });
  const next = shown[first];
  const number = shown[0]?.number ?? 1;
  if (!next) return say(language, m.smsStockList, { list, number });
  const count = shown.length - first;
  return say(language, m.smsStockMore, { list, count, next: next.number, number });
}

function listed(
  lines: readonly string[],
  { joint, characters }: { joint: string; characters: number },
) {
  const whole = fitParts(lines, { joint, characters });
  const { text, count } =
    whole.left === 0 ? whole : fitParts(lines, { joint, characters: SMS_LONG_LIST_MAX });
  return { text, first: count };
}
