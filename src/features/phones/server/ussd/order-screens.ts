import { HANDOVER_CODE_LENGTH } from '#features/orders/rules/limits.ts';
import { cancelAsFarmer } from '#features/orders/server/order-steps.ts';
import type { ussdTexts } from '#features/phones/rules/ussd-texts.ts';
import { markHeard } from '../mark-heard.ts';
import { getPhoneOrder, goodsOf, nextStep, orderTitle, type PhoneOrder } from '../order-lines.ts';
import { say, shortAmount } from '../say.ts';
import { type Definition, end, isDigits, list, type On, type Stepped } from './define-screen.ts';
import { runFromMenu } from './run-from-menu.ts';
import type { Screen } from './screen.ts';

type OnOrder = On<'order' | 'reject' | 'cancel' | 'code'>;

const orderOf = ({ db, services, screen: { orderId }, speaker }: OnOrder) =>
  getPhoneOrder(db, { orderId, farmerId: speaker.userId }, services);

const nextTexts = { nextPaid: 'stepUnpaid', nextReady: 'stepReady', nextSend: 'stepSend' } as const;

type Choice = {
  /** The step of the order's transition table that it takes. */
  step: PhoneOrder['steps'][number];
  key: string;
  text: (order: PhoneOrder) => Extract<keyof typeof ussdTexts, `step${string}`>;
  take: (on: On<'order'>, orderId: number) => Stepped | Promise<Stepped>;
};

const opening =
  (at: 'reject' | 'cancel' | 'code'): Choice['take'] =>
  ({ screen }, orderId) => ({ screen: { at, orderId, back: screen } });

/** What a farmer can do with an order, in the order of the screen. */
const choices: readonly Choice[] = [
  {
    step: 'confirm',
    key: '1',
    text: () => 'stepAccept',
    take: (on, orderId) => runFromMenu(on, { name: 'accept', orderId }),
  },
  { step: 'reject', key: '2', text: () => 'stepReject', take: opening('reject') },
  {
    step: 'dispatch',
    key: '1',
    text: ({ fulfilment }) => (fulfilment === 'collection' ? 'stepReady' : 'stepSend'),
    take: (on, orderId) => runFromMenu(on, { name: 'dispatch', orderId }),
  },
  { step: 'cancel', key: '2', text: () => 'stepCancel', take: opening('cancel') },
  { step: 'complete', key: '1', text: () => 'stepCode', take: opening('code') },
];

const order: Definition<'order'> = {
  async show(on) {
    const { language } = on;
    const shown = await orderOf(on);
    const isUnpaid = shown.status === 'confirmed' && nextStep(shown) === 'nextPaid';
    const steps = [
      ...(isUnpaid ? [say(language, 'stepUnpaid', {})] : []),
      ...choicesOf(shown).map(({ text }) => say(language, text(shown), {})),
    ].join('\n');
    const values = { line: orderTitle(shown, language), goods: goodsOf(shown, language), steps };
    return say(language, 'orderMenu', values).trimEnd();
  },
  async take(on, input) {
    const choice = choicesOf(await orderOf(on)).find(({ key }) => key === input);
    return choice ? choice.take(on, on.screen.orderId) : null;
  },
};

const choicesOf = ({ steps }: PhoneOrder) => choices.filter(({ step }) => steps.includes(step));

const reject: Definition<'reject'> = {
  async show(on) {
    const { id, amount } = await orderOf(on);
    return say(on.language, 'rejectMenu', { id, total: shortAmount(amount) });
  },
  take(on, input) {
    const { orderId } = on.screen;
    return input === '1' ? runFromMenu(on, { name: 'reject', orderId, reason: null }) : null;
  },
};

const cancel: Definition<'cancel'> = {
  async show(on) {
    const { id, amount, paymentStatus } = await orderOf(on);
    const text = paymentStatus === 'paid' ? 'cancelMenuPaid' : 'cancelMenu';
    return say(on.language, text, { id, total: shortAmount(amount) });
  },
  async take({ db, services, screen: { orderId }, speaker, language }, input) {
    if (input !== '1') return null;
    const { userId: farmerId } = speaker;
    const { id } = await cancelAsFarmer(db, { orderId, farmerId }, services);
    await markHeard(db, farmerId, services);
    return end(say(language, 'cancelledByFarmer', { id }));
  },
};

const code: Definition<'code'> = {
  show: ({ language }) => say(language, 'askCode', {}),
  take(on, input) {
    const { orderId } = on.screen;
    return isDigits(input, HANDOVER_CODE_LENGTH)
      ? runFromMenu(on, { name: 'complete', orderId, code: input })
      : null;
  },
};

const orders = list({
  async lineOf({ db, services, speaker, language }, orderId) {
    const own = { orderId, farmerId: speaker.userId };
    return orderTitle(await getPhoneOrder(db, own, services), language);
  },
  open: ({ screen }, orderId): Screen => ({ at: 'order', orderId, back: screen }),
});

export const orderScreens = { orders, order, reject, cancel, code };
