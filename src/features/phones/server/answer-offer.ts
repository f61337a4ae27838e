import { counterOfferInput } from '#features/messages/rules/price-offer.ts';
import { acceptOffer, declineOffer } from '#features/messages/server/answer-offer.ts';
import { counterOffer } from '#features/messages/server/make-offer.ts';
import type { Command } from '#features/phones/rules/commands.ts';
import { priceOf, quantityOf } from '#features/products/server/numbered-products.ts';
import type { Language } from '#platform/rules/language.ts';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { shortName } from '#platform/rules/text/sms-words.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { speakersCall } from './lines/speakers-call.ts';
import { say } from './say.ts';

type Answered = {
  speaker: { userId: number; role: Role; language: Language };
  command: Extract<Command, { name: 'offer' }>;
};

/** Accepts a buyer's price offer, turns it down, or answers with another price. */
export async function answerOffer(
  db: Database,
  { speaker, command: { offerId, answer } }: Answered,
  services: { clock: Clock },
): Promise<string> {
  const { language } = speaker;
  const call = speakersCall(db, speaker, services);
  if (answer === 'accept' || answer === 'decline') {
    const step = answer === 'accept' ? acceptOffer : declineOffer;
    const { productName } = await step(call, { offerId });
    const product = shortName(productName);
    return say(language, answer === 'accept' ? m.smsOfferAccepted : m.smsOfferDeclined, {
      product,
    });
  }
  const { success, data: price } = counterOfferInput.shape.price.safeParse(answer);
  if (!success) throw new AppError('INVALID_INPUT');
  const made = await counterOffer(call, { offerId, price });
  const goods = { ...made, name: shortName(made.productName) };
  return say(language, m.smsCountered, {
    ...quantityOf(goods, { locale: language }),
    ...priceOf(goods, { locale: language }),
  });
}
