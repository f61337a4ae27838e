import { HANDOVER_CODE_LENGTH } from '#features/orders/rules/limits.ts';
import { goodsOf, nextStepOf, termsOf } from '#features/orders/rules/sms-words.ts';
import { goodsText } from '#features/products/rules/unit-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { measureSms } from '#platform/rules/text/gsm7.ts';
import { fitParts, shortAmount } from '#platform/rules/text/sms-words.ts';
import { getPhoneOrder, orderTitle, type PhoneOrder } from '../order-lines.ts';
import { piecesOf, say } from '../say.ts';
import {
  BODY_CHARACTERS,
  type Definition,
  isDigits,
  LINE_CHARACTERS,
  list,
  nextPage,
  type On,
  type Stepped,
} from './define-screen.ts';
import { runFromMenu } from './run-from-menu.ts';
import type { Screen } from './screen.ts';

type OnOrder = On<'order' | 'details' | 'reject' | 'cancel' | 'code'>;

const DETAILS_CHARACTERS = 150;

const orderOf = ({ db, services, screen: { orderId }, speaker }: OnOrder) =>
  getPhoneOrder(db, { orderId, farmerId: speaker.userId }, services);

type Choice = {
  /** The step of the order's transition table that it takes. */
  step: PhoneOrder['steps'][number];
  key: string;
  text: (order: PhoneOrder) => typeof m.smsStepAccept;
  take: (on: On<'order'>, orderId: number) => Stepped | Promise<Stepped>;
};

const opening =
  (at: 'reject' | 'cancel' | 'code'): Choice['take'] =>
  ({ screen }, orderId) => ({ screen: { at, orderId, back: screen } });

/** The farmer's actions for an order, in the order of the screen. */
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
    const { language, services } = on;
    const shown = await orderOf(on);
    const isUnpaid = nextStepOf(shown) === 'pay';
    const steps = [
      ...(isUnpaid ? [say(language, m.smsStepUnpaid, {})] : []),
      ...choicesOf(shown).map(({ text }) => say(language, text(shown), {})),
      say(language, m.smsStepDetails, {}),
    ].join('\n');
    const values = {
      line: orderTitle(shown, language),
      goods: goodsOf(shown, { locale: language }),
      steps,
    };
    const terms = Object.values(termsOf(shown, { locale: language, now: services.clock() }));
    const text = (told: string) => say(language, m.smsOrderMenu, { ...values, terms: told });
    const room = BODY_CHARACTERS - measureSms(text('')).characters;
    // The title of a paid order says so already.
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

/** Everything about an order in words, on as many pages as it takes. */
async function detailsOf(on: On<'details'>): Promise<string[]> {
  const { language, services } = on;
  const shown = await orderOf(on);
  const { payment, place, time } = termsOf(shown, { locale: language, now: services.clock() });
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
    const more = pieces.length > page + 1 ? [say(on.language, m.smsMenuMore, {})] : [];
    return [pieces[page] ?? '', ...more].join('\n');
  },
  take: async (on, input) =>
    nextPage(on.screen, { input, count: (await detailsOf(on)).length, size: 1 }),
};

const reject: Definition<'reject'> = {
  async show(on) {
    const { id, amount } = await orderOf(on);
    return say(on.language, m.smsRejectMenu, { id, total: shortAmount(amount) });
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
    return say(on.language, text, { id, total: shortAmount(amount) });
  },
  take(on, input) {
    const { orderId } = on.screen;
    return input === '1' ? runFromMenu(on, { name: 'cancel', orderId, reason: null }) : null;
  },
};

const code: Definition<'code'> = {
  show: ({ language }) => say(language, m.smsAskCode, {}),
  take(on, input) {
    const { orderId } = on.screen;
    return isDigits(input, HANDOVER_CODE_LENGTH)
      ? runFromMenu(on, { name: 'complete', orderId, code: input })
      : null;
  },
};

const orders = list({
  async lineOf({ db, services, speaker, language }, orderId) {
    const shown = await getPhoneOrder(db, { orderId, farmerId: speaker.userId }, services);
    const { place, time } = termsOf(shown, { locale: language, now: services.clock() });
    const parts = [orderTitle(shown, language), time, place].filter(Boolean);
    return fitParts(parts, { joint: ', ', characters: LINE_CHARACTERS }).text;
  },
  open: ({ screen }, orderId): Screen => ({ at: 'order', orderId, back: screen }),
});

export const orderScreens = { orders, order, details, reject, cancel, code };
