import { getBuyerOrder } from '#features/orders/server/list-orders.ts';
import { goodsOf } from '../order-lines.ts';
import { asItWeighs } from '../orders/weigh-by-phone.ts';
import { say, shortAmount } from '../say.ts';
import { type Definition, list, type On } from './define-screen.ts';
import { runFromMenu } from './run-from-menu.ts';
import type { Screen, ScreenName } from './screen.ts';

const orderOf = ({ db, services, speaker }: On<ScreenName>, orderId: number) =>
  getBuyerOrder(db, { orderId, buyerId: speaker.userId }, services);

/** The buyer pays for what weighs more than was agreed, or leaves it. */
const difference: Definition<'difference'> = {
  async show(on) {
    const { language } = on;
    const order = await orderOf(on, on.screen.orderId);
    return say(language, 'differenceMenu', {
      id: order.id,
      goods: goodsOf(asItWeighs(order), language),
      more: shortAmount(order.difference?.amount ?? 0),
    });
  },
  take(on, input) {
    const { orderId } = on.screen;
    if (input === '1') return runFromMenu(on, { name: 'accept', orderId });
    return input === '2' ? runFromMenu(on, { name: 'reject', orderId, reason: null }) : null;
  },
};

const differences = list({
  async lineOf(on, orderId) {
    const { id, difference: more, steps } = await orderOf(on, orderId);
    if (!more || !steps.includes('leaveDifference')) return null;
    return say(on.language, 'differenceLine', { id, more: shortAmount(more.amount) });
  },
  open: ({ screen }, orderId): Screen => ({ at: 'difference', orderId, back: screen }),
});

export const differenceScreens = { differences, difference };
