/*
 * Executes the commands of SMS and USSD with the same use cases and guards as the screens, and
 * answers in one sentence. answer-words.ts and the USSD menu ask for PINs and confirmations first.
 */

import { upsertLine } from '#features/accounts/server/people-queries.ts';
import { goodsOf, nextAfterAccepting, nextTexts } from '#features/orders/rules/sms-words.ts';
import {
  cancelAsFarmer,
  completeOrder,
  dispatchOrder,
  rejectOrder,
} from '#features/orders/server/order-steps.ts';
import type { PaymentCall } from '#features/orders/server/request-payment.ts';
import { askAboutDifference } from '#features/orders/server/weigh-order.ts';
import type { Command, Wanted } from '#features/phones/rules/commands.ts';
import { cropName, findPricedCrop } from '#features/phones/rules/find-priced-crop.ts';
import { isFiller, readParts, verbOf } from '#features/phones/rules/parts.ts';
import { getPriceHint } from '#features/prices/server/get-prices.ts';
import type { Unit } from '#features/products/rules/product.ts';
import {
  findPhoneProduct,
  type PhoneProduct,
  productOf,
  quantityOf,
} from '#features/products/server/numbered-products.ts';
import type { PriceRecords } from '#features/products/server/price-records.ts';
import { setQuantity } from '#features/products/server/set-quantities.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { wordsToGsm7 } from '#platform/rules/text/gsm7.ts';
import { dial, shortAmount, shortName } from '#platform/rules/text/sms-words.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { answerOffer } from './answer-offer.ts';
import { getPhoneOrder, type PhoneOrder, sayNotNow } from './order-lines.ts';
import { acceptOrder } from './orders/accept-by-sms.ts';
import { leaveByPhone, payDifference } from './orders/difference-by-phone.ts';
import { weighByPhone } from './orders/weigh-by-phone.ts';
import { say, sayMoney, sayRefusal } from './say.ts';
import { sayOrders, sayStock } from './say-lists.ts';
import { skipByPhone } from './standing-by-phone.ts';

type Speaker = {
  userId: number;
  role: 'buyer' | 'farmer';
  language: Language;
  phoneNumber: string;
  listedProducts: unknown;
};
/** `isCounted`: whether a wrong code counts, for an SMS that may be retried. */
export type Spoken = {
  speaker: Speaker;
  command: Command;
  isCounted?: ((tx: Database) => Promise<boolean>) | undefined;
};
/** The services that commands need. */
export type CommandNeeds = Omit<PaymentCall, 'db' | 'user'> & {
  support: Support;
  priceRecords: PriceRecords;
};

/** The commands for everybody, also for unverified numbers; null for all others. */
export async function runPublicCommand(
  db: Database,
  { command, language }: { command: Wanted; language: Language },
  services: CommandNeeds,
) {
  return command.name === 'price'
    ? sayPrice(db, { words: command.words, language }, services)
    : null;
}

/**
 * Executes a user's command.
 * @returns the answer, at most 160 plain characters
 */
export async function runCommand(
  db: Database,
  spoken: Spoken,
  services: CommandNeeds,
): Promise<string> {
  const { speaker, command } = spoken;
  const { userId, language, role } = speaker;
  try {
    if (command.name === 'join' || command.name === 'verify')
      return say(language, m.smsJoinedBefore, {});
    const open = await runPublicCommand(db, { command, language }, services);
    if (open !== null) return open;
    if (command.name === 'stop' || command.name === 'start') {
      await upsertLine(db, userId, {
        stoppedAt: command.name === 'stop' ? services.clock() : null,
      });
      return say(language, command.name === 'stop' ? m.smsStopped : m.smsStarted, {});
    }
    if (command.name === 'skip') return await skipByPhone(db, { speaker, command }, services);
    return role === 'farmer'
      ? await runFarmersCommand(db, spoken, services)
      : await runBuyersCommand(db, spoken, services);
  } catch (error) {
    // The screens report that the order has changed, and show it. A phone shows nothing, so the
    // answer contains the order's state.
    const orderId = 'orderId' in command ? command.orderId : undefined;
    if (role !== 'farmer' || !isTooLate(error) || orderId === undefined)
      return sayRefusal(error, language);
    return sayNotNow(await getPhoneOrder(db, { orderId, farmerId: userId }, services), language);
  }
}

const isTooLate = (error: unknown) =>
  error instanceof AppError &&
  (error.code === 'STEP_NOT_ALLOWED' || error.code === 'ORDER_NOT_PAID');

/** "Yes" and "no" to what weighs more than was agreed. */
async function runBuyersCommand(
  db: Database,
  { speaker, command }: Spoken,
  services: CommandNeeds,
) {
  if (command.name === 'accept' && !command.quantities)
    return payDifference(db, { speaker, ...command }, services);
  if (command.name === 'reject') return leaveByPhone(db, { speaker, ...command }, services);
  return say(speaker.language, m.smsFarmersOnly, {});
}

async function runFarmersCommand(
  db: Database,
  { speaker, command, isCounted }: Spoken,
  services: CommandNeeds,
) {
  const { userId: farmerId, language } = speaker;
  const call = { ...services, db, user: { id: farmerId } };
  const reach = (
    wanted: PhoneOrder['status'],
    orderId: number,
    take: (own: Own) => Promise<PhoneOrder>,
  ) => {
    const own = { farmerId, orderId };
    return take(own).catch((error: unknown) => findTaken(db, { error, wanted, own }, services));
  };
  switch (command.name) {
    case 'dispatch': {
      const { orderId } = command;
      const { id, fulfilment } = await reach('dispatched', orderId, (own) =>
        dispatchOrder(call, own),
      );
      const isCollected = fulfilment === 'collection';
      return say(language, isCollected ? m.smsReady : m.smsDispatched, { id });
    }
    case 'orders':
      return sayOrders(db, { speaker, from: command.from }, services);
    case 'accept': {
      const own = { farmerId, orderId: command.orderId };
      const order = await acceptOrder(db, { speaker, command }, services).catch((error: unknown) =>
        findTaken(db, { error, wanted: 'confirmed', own }, services),
      );
      if ('text' in order) return order.text;
      if (order.status === 'rejected') return say(language, m.smsRejected, { id: order.id });
      const goods = goodsOf(order, { locale: language });
      const phone = order.buyerPhone?.replace('+254', '0') ?? '';
      const { id } = order;
      const next = nextTexts[nextAfterAccepting(order)]({ id }, { locale: language });
      return say(language, m.smsAccepted, {
        id,
        goods,
        name: shortName(order.buyerName ?? ''),
        phone,
        next,
      });
    }
    case 'reject': {
      const { reason } = command;
      const { id } = await reach('rejected', command.orderId, (own) =>
        rejectOrder(call, { ...own, reason, isNoneLeft: saysNoneLeft(reason) }),
      );
      return say(language, m.smsRejected, { id });
    }
    case 'cancel': {
      const { reason } = command;
      const { id } = await reach('cancelled', command.orderId, (own) =>
        cancelAsFarmer(call, { ...own, reason }),
      );
      return say(language, m.smsCancelledByFarmer, { id });
    }
    case 'weigh':
      return weighByPhone(db, { speaker, command }, services);
    case 'complete': {
      const { code: handoverCode, orderId } = command;
      await askAboutDifference(call, { orderId });
      const order = await reach('completed', orderId, (own) =>
        completeOrder(call, { ...own, handoverCode, isCounted }),
      );
      return say(language, m.smsCompleted, { id: order.id, total: shortAmount(order.amount) });
    }
    case 'stock':
      return sayStock(db, { speaker, from: command.from }, services);
    case 'count':
      return countNumber(db, { speaker, ...command }, services);
    case 'countChosen': {
      const { productId, quantity } = command;
      const product = await findPhoneProduct(call, productId);
      if (!product) throw new AppError('PRODUCT_NOT_FOUND');
      return countProduct(db, { speaker, quantity, product }, services);
    }
    case 'soldOut':
      return countNumber(db, { speaker, number: command.number, quantity: 0 }, services);
    case 'offer':
      return answerOffer(db, { speaker, command }, services);
    case 'sell':
      return say(language, m.smsSell, { dial: dial(services.support, { locale: language }) });
    case 'money':
      return sayMoney(db, speaker, services);
    default:
      return say(language, m.smsNothingWaits, {});
  }
}

/**
 * Only words that are listed, because it changes the stock: "imeisha", but not "sold by the bag".
 */
function saysNoneLeft(reason: string | null): boolean {
  const parts = readParts(reason ?? '').filter((part) => !isFiller(part));
  return parts.length > 0 && parts.every((part) => verbOf(part) === 'soldOut');
}

type Own = { farmerId: number; orderId: number };
type Refused = { error: unknown; wanted: PhoneOrder['status']; own: Own };

/**
 * The order of a refused step, if an earlier attempt has already taken the step, and its answer was
 * lost or the process died before it was stored.
 * @throws `error` otherwise
 */
async function findTaken(
  db: Database,
  { error, wanted, own }: Refused,
  services: CommandNeeds,
): Promise<PhoneOrder> {
  const order = isTooLate(error) ? await getPhoneOrder(db, own, services) : null;
  if (order?.status !== wanted) throw error;
  return order;
}

type Count = { speaker: Speaker; quantity: number };
/** `unit`: the unit that an SMS names. */
type CountNumber = Count & { number: number; unit?: Unit };

async function countNumber(
  db: Database,
  { number, unit, ...count }: CountNumber,
  services: CommandNeeds,
): Promise<string> {
  const { speaker } = count;
  const { language, userId: farmerId } = speaker;
  const productId = productOf(speaker, number);
  const product =
    productId && (await findPhoneProduct({ ...services, db, user: { id: farmerId } }, productId));
  if (!product) return say(language, m.smsProductUnknown, { number });
  if (unit && unit !== product.unit) {
    const { product: name, unit: own } = quantityOf(product, { locale: language });
    return say(language, m.smsUnitOther, { product: name, unit: own, number });
  }
  return countProduct(db, { ...count, product }, services);
}

async function countProduct(
  db: Database,
  { speaker, quantity, product }: Count & { product: PhoneProduct },
  services: CommandNeeds,
): Promise<string> {
  const { language } = speaker;
  const call = { ...services, db, user: { id: speaker.userId } };
  await setQuantity(call, { productId: product.id, quantity });
  const options = { locale: language };
  const counted = m.smsCounted(
    { ...quantityOf({ ...product, quantity }, options), before: figureText(product.quantity) },
    options,
  );
  return product.isPastDate && quantity > 0
    ? `${counted} ${m.productExpired({}, options)}.`
    : counted;
}

async function sayPrice(
  db: Database,
  { words, language }: { words: string; language: Language },
  services: CommandNeeds,
): Promise<string> {
  const found = findPricedCrop(words);
  if (!found) return say(language, m.smsCropUnknown, { words: wordsToGsm7(words, 20) });
  const crop = shortName(cropName(found.crop, language));
  const { asked } = await getPriceHint(
    db,
    { crop: found.crop.id, ...(found.county && { county: found.county }) },
    services,
  );
  if (!asked) return say(language, m.smsPriceNone, { crop });
  const { median, low, high, farms, county } = asked;
  const place =
    county ??
    (found.county
      ? say(language, m.smsKenyaNot, { county: found.county })
      : say(language, m.smsKenya, {}));
  const figures = { median: shortAmount(median), low: shortAmount(low), high: shortAmount(high) };
  return say(language, m.smsPrice, { crop, place, farms, ...figures });
}
