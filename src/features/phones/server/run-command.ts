/*
 * The commands call the screens' use cases with the same guards and answer in one sentence.
 * answer-speaker.ts and the USSD menu ask for PINs and confirmations first.
 */

import { upsertLine } from '#accounts/server/people-queries.ts';
import { counterOfferInput } from '#messages/rules/price-offer.ts';
import { acceptOffer, counterOffer, declineOffer } from '#messages/server/price-offers.ts';
import { goodsOf, nextAfterAccepting, nextTexts } from '#orders/rules/sms-words.ts';
import { sumFarmersMoney } from '#orders/server/farmer-payments.ts';
import { getFarmerOrder } from '#orders/server/list-orders.ts';
import {
  cancelAsFarmer,
  completeOrder,
  dispatchOrder,
  rejectOrder,
} from '#orders/server/order-steps.ts';
import { askAboutDifference } from '#orders/server/weigh-order.ts';
import { getPriceHint } from '#prices/server/get-prices.ts';
import {
  findPhoneProduct,
  type PhoneProduct,
  priceOf,
  productOf,
  quantityOf,
} from '#products/server/list-own-products.ts';
import { setQuantity } from '#products/server/set-quantities.ts';
import { amountText, figureText } from '#rules/amounts.ts';
import { momentText, shortName, wordsToGsm7 } from '#rules/text/sms.ts';
import { AppError } from '#server/app-error.ts';
import { dayText } from '#standing-orders/rules.ts';
import { skipDay } from '#standing-orders/server/manage-standing-orders.ts';
import { m } from '#text';
import { type Command, isFiller } from '../rules/arguments.ts';
import { cropName, findPricedCrop, readParts, verbOf } from '../rules/words.ts';
import {
  acceptOrder,
  answerShare,
  fillByPhone,
  leaveByPhone,
  payDifference,
  weighByPhone,
} from './quantities.ts';
import { sayHelp, sayPinHelp } from './say-hint.ts';
import {
  type PhoneCall,
  type PhoneOrder,
  type SpeakerCall,
  say,
  sayNotNow,
  sayOrders,
  sayRefusal,
  saySell,
  sayStock,
} from './speakers.ts';

type RunCall = SpeakerCall & {
  isCounted?: ((tx: Database) => Promise<boolean>) | undefined;
};
type Run<Name> = (
  call: RunCall,
  command: Extract<Command, { name: Name }>,
) => string | Promise<string>;
type Runs = { [Name in Command['name']]?: Run<Name> };

const ofEverybody: Runs = {
  join: ({ language }) => say(language, m.smsJoinedBefore),
  verify: ({ language }) => say(language, m.smsJoinedBefore),
  help: sayHelp,
  pinHelp: sayPinHelp,
  price: sayPrice,
  async stop({ db, user, language, clock }) {
    await upsertLine(db, user.id, { stoppedAt: clock() });
    return say(language, m.smsStopped);
  },
  async start({ db, user, language }) {
    await upsertLine(db, user.id, { stoppedAt: null });
    return say(language, m.smsStarted);
  },
  async skip({ db, user, language, clock }, { standingOrderId: id }) {
    const own = { id, buyerId: user.id };
    const { day, nextDay } = await db.transaction((tx) => skipDay(tx, own, { clock }));
    const options = { locale: language };
    const next = dayText(nextDay, options);
    return m.smsStandingSkipped({ id, day: dayText(day, options), next }, options);
  },
};

const ofBuyers: Runs = {
  accept: (call, command) =>
    command.quantities ? say(call.language, m.smsFarmersOnly) : payDifference(call, command),
  reject: leaveByPhone,
};

const ofFarmers: Runs = {
  orders: (call, { from }) => sayOrders(call, from),
  async accept(call, command) {
    const order = await taken(call, acceptOrder(call, command), ['confirmed', command.orderId]);
    if ('text' in order) return order.text;
    const { id } = order;
    if (order.status === 'rejected') return say(call.language, m.smsRejected, { id });
    const options = { locale: call.language };
    const name = shortName(order.buyerName ?? '');
    const phone = order.buyerPhone?.replace('+254', '0') ?? '';
    const next = nextTexts[nextAfterAccepting(order)]({ id }, options);
    return m.smsAccepted({ id, goods: goodsOf(order, options), name, phone, next }, options);
  },
  async reject(call, { orderId, reason }) {
    const own = { orderId, reason, isNoneLeft: saysNoneLeft(reason) };
    const { id } = await taken(call, rejectOrder(call, own), ['rejected', orderId]);
    return say(call.language, m.smsRejected, { id });
  },
  async cancel(call, { orderId, reason }) {
    const { id } = await taken(call, cancelAsFarmer(call, { orderId, reason }), [
      'cancelled',
      orderId,
    ]);
    return say(call.language, m.smsCancelledByFarmer, { id });
  },
  async dispatch(call, own) {
    const order = await taken(call, dispatchOrder(call, own), ['dispatched', own.orderId]);
    const isCollected = order.fulfilment === 'collection';
    return say(call.language, isCollected ? m.smsReady : m.smsDispatched, { id: order.id });
  },
  weigh: weighByPhone,
  async complete(call, { orderId, code: handoverCode }) {
    await askAboutDifference(call, { orderId });
    const own = { orderId, handoverCode, isCounted: call.isCounted };
    const { id, amount } = await taken(call, completeOrder(call, own), ['completed', orderId]);
    return say(call.language, m.smsCompleted, { id, total: amountText(amount) });
  },
  stock: (call, { from }) => sayStock(call, from),
  async count(call, { number, quantity, unit }) {
    const { language } = call;
    const productId = productOf(call.speaker, number);
    const product = productId && (await findPhoneProduct(call, productId));
    if (!product) return say(language, m.smsProductUnknown, { number });
    if (unit && unit !== product.unit) {
      const { product: name, unit: own } = quantityOf(product, { locale: language });
      return say(language, m.smsUnitOther, { product: name, unit: own, number });
    }
    return countProduct(call, { product, quantity });
  },
  soldOut: (call, { number }) => runCommand(call, { name: 'count', number, quantity: 0 }),
  async countChosen(call, { productId, quantity }) {
    const product = await findPhoneProduct(call, productId);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    return countProduct(call, { product, quantity });
  },
  async offer(call, { offerId, answer }) {
    const options = { locale: call.language };
    if (answer === 'accept' || answer === 'decline') {
      const [step, text] =
        answer === 'accept'
          ? [acceptOffer, m.smsOfferAccepted]
          : [declineOffer, m.smsOfferDeclined];
      return text({ product: shortName((await step(call, { offerId })).productName) }, options);
    }
    const { success, data: price } = counterOfferInput.shape.price.safeParse(answer);
    if (!success) throw new AppError('INVALID_INPUT');
    const made = await counterOffer(call, { offerId, price });
    const goods = { ...made, name: shortName(made.productName) };
    return m.smsCountered({ ...quantityOf(goods, options), ...priceOf(goods, options) }, options);
  },
  fill: fillByPhone,
  queue: (call, given) => fillByPhone(call, { ...given, waits: true }),
  share: answerShare,
  sell: saySell,
  money: sayMoney,
};

const runs: Record<Role, Runs> = {
  farmer: { ...ofFarmers, ...ofEverybody },
  buyer: { ...ofBuyers, ...ofEverybody },
};

/** The answer has at most 160 plain characters. */
export async function runCommand(call: RunCall, command: Command) {
  const { language, user } = call;
  try {
    // A cast, because TypeScript cannot pair an intent with its arguments by name.
    const run = runs[user.role][command.name] as Run<Command['name']> | undefined;
    if (run) return await run(call, command);
    return say(language, user.role === 'farmer' ? m.smsNothingWaits : m.smsFarmersOnly);
  } catch (error) {
    // A phone does not show the changed order, so the answer contains its state.
    const orderId = 'orderId' in command ? command.orderId : undefined;
    if (user.role !== 'farmer' || !isTooLate(error) || orderId === undefined)
      return sayRefusal(error, language);
    return sayNotNow(await getFarmerOrder(call, { orderId }), language);
  }
}

const isTooLate = (error: unknown) =>
  error instanceof AppError &&
  (error.code === 'STEP_NOT_ALLOWED' || error.code === 'ORDER_NOT_PAID');

/** An earlier attempt may have taken the step and lost its answer. */
async function taken<Order>(
  call: SpeakerCall,
  step: Promise<Order>,
  [wanted, orderId]: [PhoneOrder['status'], number],
): Promise<Order | PhoneOrder> {
  try {
    return await step;
  } catch (error) {
    const order = isTooLate(error) ? await getFarmerOrder(call, { orderId }) : null;
    if (order?.status !== wanted) throw error;
    return order;
  }
}

/** Only listed words, because it changes the stock: "imeisha", but not "sold by the bag". */
function saysNoneLeft(reason: string | null) {
  const parts = readParts(reason ?? '').filter((part) => !isFiller(part));
  return parts.length > 0 && parts.every((part) => verbOf(part) === 'soldOut');
}

async function countProduct(
  call: SpeakerCall,
  { product, quantity }: { product: PhoneProduct; quantity: number },
) {
  const options = { locale: call.language };
  await setQuantity(call, { productId: product.id, quantity });
  const counted = m.smsCounted(
    { ...quantityOf({ ...product, quantity }, options), before: figureText(product.quantity) },
    options,
  );
  return product.isPastDate && quantity > 0
    ? `${counted} ${m.productExpired({}, options)}.`
    : counted;
}

export async function sayPrice(call: PhoneCall, { words }: { words: string }) {
  const { db, language } = call;
  const found = findPricedCrop(words);
  if (!found) return say(language, m.smsCropUnknown, { words: wordsToGsm7(words, 20) });
  const crop = shortName(cropName(found.crop, language));
  const { asked } = await getPriceHint(
    db,
    { crop: found.crop.id, ...(found.county && { county: found.county }) },
    call,
  );
  if (!asked) return say(language, m.smsPriceNone, { crop });
  const { median, low, high, farms, county } = asked;
  const place =
    county ??
    (found.county
      ? say(language, m.smsKenyaNot, { county: found.county })
      : say(language, m.smsKenya));
  const figures = { median: amountText(median), low: amountText(low), high: amountText(high) };
  return say(language, m.smsPrice, { crop, place, farms, ...figures });
}

async function sayMoney(call: SpeakerCall) {
  const { db, user, language } = call;
  const { received, inHand, due, payouts } = await sumFarmersMoney(db, user.id);
  const amounts = { received: amountText(received), inHand: amountText(inHand) };
  if (due === 0) return say(language, m.smsMoneyAll, amounts);
  const when = whenDue({ due, payouts }, call);
  return say(language, m.smsMoney, { ...amounts, due: amountText(due), when });
}

type Due = Pick<Awaited<ReturnType<typeof sumFarmersMoney>>, 'due' | 'payouts'>;

function whenDue({ due, payouts }: Due, { language, clock }: SpeakerCall) {
  const now = clock();
  const { heldUntil } = payouts;
  if (payouts.due === 0) return say(language, m.smsMoneyCompleted);
  if (payouts.due < due) return say(language, m.smsMoneyBoth);
  return heldUntil && heldUntil > now
    ? say(language, m.smsMoneyUntil, { moment: momentText(heldUntil, { locale: language, now }) })
    : say(language, m.smsMoneyNow);
}
