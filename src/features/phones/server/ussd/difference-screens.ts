import { isOnTheWay } from '#features/orders/rules/order-facts.ts';
import { getBuyerOrder } from '#features/orders/server/list-orders.ts';
import type { Language } from '#platform/rules/language.ts';
import { AppError } from '#platform/server/app-error.ts';
import { goodsOf } from '../order-lines.ts';
import { asItWeighs } from '../orders/weigh-by-phone.ts';
import { say, sayRefusal, shortAmount } from '../say.ts';
import { sayWeighed } from '../write-step-sms.ts';
import { type Definition, list, type On } from './define-screen.ts';
import { runFromMenu } from './run-from-menu.ts';
import type { Screen, ScreenName } from './screen.ts';

const orderOf = ({ db, services, speaker }: On<ScreenName>, orderId: number) =>
  getBuyerOrder({ ...services, db, user: { id: speaker.userId } }, { orderId });

/** The buyer pays for what weighs more than was agreed, or leaves it. */
const difference: Definition<'difference'> = {
  show: async (on) => sayDifference(await orderOf(on, on.screen.orderId), on.language),
  async take(on, input) {
    const { screen, language } = on;
    const { orderId, weighing: weighingSeen } = screen;
    if (input !== '1' && input !== '2') return null;
    const { weighing } = await orderOf(on, orderId);
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

/** A resumed session may show a difference that was paid or left meanwhile. */
function sayDifference(
  order: Awaited<ReturnType<typeof getBuyerOrder>>,
  language: Language,
): string {
  const { id, status } = order;
  const total = shortAmount(order.total);
  if (!isOnTheWay(status)) return say(language, 'nothingWaits', {});
  switch (order.difference?.status) {
    case 'open':
      return say(language, 'differenceMenu', {
        id,
        goods: goodsOf(asItWeighs(order), language),
        more: shortAmount(order.difference.amount),
      });
    case 'paid':
      return say(language, 'differenceIsPaid', { id, total });
    case 'left':
      return say(language, 'differenceLeft', { id, total });
    case undefined:
      return sayWeighed(order, language);
  }
}

const lines = list({
  async lineOf(on, orderId) {
    const { id, difference: more, steps } = await orderOf(on, orderId);
    if (!more || !steps.includes('leaveDifference')) return null;
    return say(on.language, 'differenceLine', { id, more: shortAmount(more.amount) });
  },
  async open(on, orderId): Promise<Screen> {
    const { weighing } = await orderOf(on, orderId);
    return { at: 'difference', orderId, weighing, back: on.screen };
  },
});

/** Empty if all were paid or left meanwhile, or after the PIN, which is asked for first. */
const differences: typeof lines = {
  ...lines,
  show: async (on) => (await lines.show(on)) || say(on.language, 'nothingWaits', {}),
};

export const differenceScreens = { differences, difference };
