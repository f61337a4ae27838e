import { isSoldByWeight, weightLimits } from '#features/orders/rules/weighing.ts';
import { weightRefusal } from '#features/orders/server/weigh-order.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { shortName } from '#platform/rules/text/sms-words.ts';
import { AppError } from '#platform/server/app-error.ts';
import { markHeard } from '../mark-heard.ts';
import { getPhoneOrder } from '../order-lines.ts';
import { weighByPhone } from '../orders/weigh-by-phone.ts';
import { say, sayRefusal } from '../say.ts';
import { type Definition, figureIn, type On, type Stepped } from './define-screen.ts';

/** The lines in kilograms that have no weight yet. The first one is asked for. */
async function linesToWeigh({ db, services, screen, speaker }: On<'weigh'>) {
  const own = { orderId: screen.orderId, farmerId: speaker.userId };
  const { lines } = await getPhoneOrder(db, own, services);
  const [line, ...others] = lines.filter(isSoldByWeight).slice(screen.weights.length);
  if (!line) throw new AppError('ORDER_LINE_NOT_FOUND');
  return { line, others };
}

/** Asks for the weight of each line in kilograms, and then for the code that agrees to them. */
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
    const { db, services, screen, speaker, language } = on;
    const { orderId } = screen;
    const weight = figureIn(input);
    if (weight === null) return null;
    const { line, others } = await linesToWeigh(on);
    const refusal = weightRefusal(line, weight);
    if (refusal) return { screen, said: sayRefusal(refusal, language) };
    const weights = [...screen.weights, weight];
    if (others.length > 0) return { screen: { at: 'weigh', orderId, weights, back: screen } };
    const command = { name: 'weigh', orderId, weights } as const;
    const said = await weighByPhone(db, { speaker, command }, services);
    await markHeard(db, speaker.userId, services);
    return { screen: { at: 'code', orderId, back: screen }, said };
  },
};

export const weighScreens = { weigh };
