import { HANDOVER_CODE_LENGTH } from '#orders/rules/limits.ts';
import { isOnTheWay } from '#orders/rules/order-facts.ts';
import { isSoldByWeight, weightLimits } from '#orders/rules/settlement.ts';
import { goodsOf, nextStepOf, termsOf } from '#orders/rules/sms-words.ts';
import { getBuyerOrder, getFarmerOrder } from '#orders/server/list-orders.ts';
import { weighedText } from '#orders/server/order-texts.ts';
import { weightRefusal } from '#orders/server/weigh-order.ts';
import { goodsText } from '#products/rules/product-texts.ts';
import { amountText, figureText } from '#rules/amounts.ts';
import { fitParts, measureSms, shortName } from '#rules/text/sms.ts';
import { AppError } from '#server/app-error.ts';
import { m } from '#text';
import { asItWeighs, weighByPhone } from '../quantities.ts';
import { markHeard, orderTitle, type PhoneOrder, say, sayRefusal } from '../speakers.ts';
import {
  BODY_CHARACTERS,
  type Definition,
  figureIn,
  isDigits,
  LINE_CHARACTERS,
  list,
  nextPage,
  type On,
  piecesOf,
  runFromMenu,
  type Screen,
  type Stepped,
} from './define-screen.ts';

type OnOrder = On<'order' | 'details' | 'reject' | 'cancel' | 'code'>;

const DETAILS_CHARACTERS = 150;

const orderOf = (on: OnOrder) => getFarmerOrder(on, { orderId: on.screen.orderId });

type Choice = {
  step: PhoneOrder['steps'][number];
  key: string;
  text: (order: PhoneOrder) => typeof m.smsStepAccept;
  take: (on: On<'order'>, orderId: number) => Stepped | Promise<Stepped>;
};

const opening =
  (at: 'reject' | 'cancel' | 'code'): Choice['take'] =>
  ({ screen }, orderId) => ({ screen: { at, orderId, back: screen } });

const choices: readonly Choice[] = [
  {
    step: 'confirm',
    key: '1',
    text: () => m.smsStepAccept,
    take: (on, orderId) => runFromMenu(on, { name: 'accept', orderId }),
  },
  { step: 'reject', key: '2', text: () => m.smsStepReject, take: opening('reject') },
  {
    step: 'dispatch',
    key: '1',
    text: ({ fulfilment }) => (fulfilment === 'collection' ? m.smsStepReady : m.smsStepSend),
    take: (on, orderId) => runFromMenu(on, { name: 'dispatch', orderId }),
  },
  { step: 'cancel', key: '2', text: () => m.smsStepCancel, take: opening('cancel') },
  { step: 'complete', key: '1', text: () => m.smsStepCode, take: opening('code') },
  {
    step: 'weigh',
    key: '2',
    text: () => m.smsStepWeigh,
    take: ({ screen }, orderId) => ({
      screen: { at: 'weigh', orderId, weights: [], back: screen },
    }),
  },
];

const order: Definition<'order'> = {
  async show(on) {
    const { language, clock } = on;
    const shown = await orderOf(on);
    const isUnpaid = nextStepOf(shown) === 'pay';
    const steps = [
      ...(isUnpaid ? [say(language, m.smsStepUnpaid)] : []),
      ...choicesOf(shown).map(({ text }) => say(language, text(shown))),
      say(language, m.smsStepDetails),
    ].join('\n');
    const values = {
      line: orderTitle(shown, language),
      goods: goodsOf(shown, { locale: language }),
      steps,
    };
    const terms = Object.values(termsOf(shown, { locale: language, now: clock() }));
    const text = (told: string) => say(language, m.smsOrderMenu, { ...values, terms: told });
    const room = BODY_CHARACTERS - measureSms(text('')).characters;
    const said = terms.filter((term) => term !== '' && !values.line.includes(term));
    return text(fitParts(said, { joint: ', ', characters: room }).text);
  },
  async take(on, input) {
    const { screen } = on;
    const { orderId } = screen;
    if (input === '9') return { screen: { at: 'details', orderId, page: 0, back: screen } };
    const choice = choicesOf(await orderOf(on)).find(({ key }) => key === input);
    return choice ? choice.take(on, orderId) : null;
  },
};

const choicesOf = ({ steps }: PhoneOrder) => choices.filter(({ step }) => steps.includes(step));

async function detailsOf(on: On<'details'>) {
  const { language, clock } = on;
  const shown = await orderOf(on);
  const { payment, place, time } = termsOf(shown, { locale: language, now: clock() });
  const { buyerName, buyerPhone, deliveryAddress, lines, note } = shown;
  const text = [
    [buyerName, buyerPhone?.replace('+254', '0')].filter(Boolean).join(' '),
    goodsText(lines, { locale: language }),
    payment,
    deliveryAddress ?? place,
    time,
    note,
  ];
  return piecesOf(text.filter(Boolean).join('. '), DETAILS_CHARACTERS);
}

const details: Definition<'details'> = {
  async show(on) {
    const { page } = on.screen;
    const pieces = await detailsOf(on);
    const more = pieces.length > page + 1 ? [say(on.language, m.smsMenuMore)] : [];
    return [pieces[page] ?? '', ...more].join('\n');
  },
  take: async (on, input) =>
    nextPage(on.screen, { input, count: (await detailsOf(on)).length, size: 1 }),
};

const reject: Definition<'reject'> = {
  async show(on) {
    const { id, amount } = await orderOf(on);
    return say(on.language, m.smsRejectMenu, { id, total: amountText(amount) });
  },
  take(on, input) {
    const { orderId } = on.screen;
    return input === '1' ? runFromMenu(on, { name: 'reject', orderId, reason: null }) : null;
  },
};

const cancel: Definition<'cancel'> = {
  async show(on) {
    const { id, amount, paymentStatus } = await orderOf(on);
    const text = paymentStatus === 'paid' ? m.smsCancelMenuPaid : m.smsCancelMenu;
    return say(on.language, text, { id, total: amountText(amount) });
  },
  take(on, input) {
    const { orderId } = on.screen;
    return input === '1' ? runFromMenu(on, { name: 'cancel', orderId, reason: null }) : null;
  },
};

const code: Definition<'code'> = {
  show: ({ language }) => say(language, m.smsAskCode),
  take(on, input) {
    const { orderId } = on.screen;
    return isDigits(input, HANDOVER_CODE_LENGTH)
      ? runFromMenu(on, { name: 'complete', orderId, code: input })
      : null;
  },
};

const orders = list({
  async lineOf(on, orderId) {
    const { language, clock } = on;
    const shown = await getFarmerOrder(on, { orderId });
    const { place, time } = termsOf(shown, { locale: language, now: clock() });
    const parts = [orderTitle(shown, language), time, place].filter(Boolean);
    return fitParts(parts, { joint: ', ', characters: LINE_CHARACTERS }).text;
  },
  open: ({ screen }, orderId): Screen => ({ at: 'order', orderId, back: screen }),
});

async function linesToWeigh(on: On<'weigh'>) {
  const { lines } = await getFarmerOrder(on, on.screen);
  const [line, ...others] = lines.filter(isSoldByWeight).slice(on.screen.weights.length);
  if (!line) throw new AppError('ORDER_LINE_NOT_FOUND');
  return { line, others };
}

const weigh: Definition<'weigh'> = {
  async show(on) {
    const { name, quantity } = (await linesToWeigh(on)).line;
    const { least, most } = weightLimits(quantity);
    return say(on.language, m.smsAskWeight, {
      product: shortName(name),
      quantity: figureText(quantity),
      least: figureText(least),
      most: figureText(most),
    });
  },
  async take(on, input): Promise<Stepped | null> {
    const { screen, language } = on;
    const { orderId } = screen;
    const weight = figureIn(input);
    if (weight === null) return null;
    const { line, others } = await linesToWeigh(on);
    const refusal = weightRefusal(line, weight);
    if (refusal) return { screen, said: sayRefusal(refusal, language) };
    const weights = [...screen.weights, weight];
    if (others.length > 0) return { screen: { at: 'weigh', orderId, weights, back: screen } };
    const said = await weighByPhone(on, { name: 'weigh', orderId, weights });
    await markHeard(on);
    return { screen: { at: 'code', orderId, back: screen }, said };
  },
};

const difference: Definition<'difference'> = {
  show: async (on) => sayDifference(await getBuyerOrder(on, on.screen), on.language),
  async take(on, input) {
    const { screen, language } = on;
    const { orderId, weighing: weighingSeen } = screen;
    if (input !== '1' && input !== '2') return null;
    const { weighing } = await getBuyerOrder(on, { orderId });
    if (weighing !== weighingSeen)
      return {
        screen: { ...screen, weighing },
        said: sayRefusal(new AppError('WEIGHED_MEANWHILE'), language),
      };
    return input === '1'
      ? runFromMenu(on, { name: 'accept', orderId, weighingSeen })
      : runFromMenu(on, { name: 'reject', orderId, reason: null, weighingSeen });
  },
};

function sayDifference(order: Awaited<ReturnType<typeof getBuyerOrder>>, language: Language) {
  const { id, status } = order;
  const total = amountText(order.total);
  if (!isOnTheWay(status)) return say(language, m.smsNothingWaits);
  switch (order.difference?.status) {
    case 'open':
      return say(language, m.smsDifferenceMenu, {
        id,
        goods: goodsOf(asItWeighs(order), { locale: language }),
        more: amountText(order.difference.amount),
      });
    case 'paid':
      return say(language, m.smsDifferenceIsPaid, { id, total });
    case 'left':
      return say(language, m.smsDifferenceLeft, { id, total });
    case undefined:
      return weighedText(order, { locale: language });
  }
}

const differenceLines = list({
  async lineOf(on, orderId) {
    const { id, difference: more, steps } = await getBuyerOrder(on, { orderId });
    if (!more || !steps.includes('leaveDifference')) return null;
    return say(on.language, m.smsDifferenceLine, { id, more: amountText(more.amount) });
  },
  async open(on, orderId): Promise<Screen> {
    const { weighing } = await getBuyerOrder(on, { orderId });
    return { at: 'difference', orderId, weighing, back: on.screen };
  },
});

/** May be empty: all were paid or waived meanwhile, or a PIN was needed first. */
const differences: typeof differenceLines = {
  ...differenceLines,
  show: async (on) => (await differenceLines.show(on)) || say(on.language, m.smsNothingWaits),
};

export const orderScreens = {
  orders,
  order,
  details,
  reject,
  cancel,
  code,
  weigh,
  differences,
  difference,
};
