import { isOnTheWay } from '#features/orders/rules/order-facts.ts';
import { goodsOf } from '#features/orders/rules/sms-words.ts';
import { getBuyerOrder } from '#features/orders/server/list-orders.ts';
import { weighedText } from '#features/orders/server/order-sms.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { shortAmount } from '#platform/rules/text/sms-words.ts';
import { AppError } from '#platform/server/app-error.ts';
import { asItWeighs } from '../orders/weigh-by-phone.ts';
import { say, sayRefusal } from '../say.ts';
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
  if (!isOnTheWay(status)) return say(language, m.smsNothingWaits, {});
  switch (order.difference?.status) {
    case 'open':
      return say(language, m.smsDifferenceMenu, {
        id,
        goods: goodsOf(asItWeighs(order), { locale: language }),
        more: shortAmount(order.difference.amount),
      });
    case 'paid':
      return say(language, m.smsDifferenceIsPaid, { id, total });
    case 'left':
      return say(language, m.smsDifferenceLeft, { id, total });
    case undefined:
      return weighedText(order, { locale: language });
  }
}

const lines = list({
  async lineOf(on, orderId) {
    const { id, difference: more, steps } = await orderOf(on, orderId);
    if (!more || !steps.includes('leaveDifference')) return null;
    return say(on.language, m.smsDifferenceLine, { id, more: shortAmount(more.amount) });
  },
  async open(on, orderId): Promise<Screen> {
    const { weighing } = await orderOf(on, orderId);
    return { at: 'difference', orderId, weighing, back: on.screen };
  },
});

/** Empty if all were paid or left meanwhile, or after the PIN, which is asked for first. */
const differences: typeof lines = {
  ...lines,
  show: async (on) => (await lines.show(on)) || say(on.language, m.smsNothingWaits, {}),
};

export const differenceScreens = { differences, difference };
