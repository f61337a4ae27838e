import { type Language, languages } from '#platform/rules/language.ts';
import { amountInFigures, type Cents, shillingsOf } from '#platform/rules/money.ts';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import type { LineProblem, StandingLine, StandingOffer } from './resolve-line.ts';

/** Stored in each language when it became true. */
export type Note = Record<Language, string>;

export const noteIn = (text: (options: { locale: Language }) => string): Note => {
  const [en, sw] = languages.map((locale) => text({ locale }));
  return { en: en ?? '', sw: sw ?? '' };
};

type Problem = { line: StandingLine; problem: LineProblem; offer: StandingOffer | undefined };

/** "Tomatoes costs KES 51.00, above your highest price of KES 50.00." */
export function problemText(
  { line, problem, offer }: Problem,
  options: { locale: Language },
): string {
  const { name, unit, ceilingCents } = line;
  switch (problem) {
    case 'gone':
      return m.standingGone({ name }, options);
    case 'ownFarm':
      return m.standingOwnFarm({ name }, options);
    case 'otherUnit':
      return m.standingOtherUnit({ name }, options);
    case 'aboveCeiling':
      return m.standingAboveCeiling(
        { name, price: figuresOf(offer?.priceCents ?? 0), ceiling: figuresOf(ceilingCents) },
        options,
      );
    case 'dearerDelivery':
      return m.standingDearerDelivery(
        { name, fee: figuresOf(offer?.deliveryFeeCents ?? 0) },
        options,
      );
    case 'notEnough': {
      const available = offer?.available ?? 0;
      return m.standingNotEnough(
        { name, quantity: figureText(available), unit: unitText(available, unit, options) },
        options,
      );
    }
  }
}

/** "Tomatoes comes from another farm, for KES 48.00." */
export const replacedText = (
  { name, priceCents }: { name: string; priceCents: Cents },
  options: { locale: Language },
): string => m.standingReplaced({ name, price: figuresOf(priceCents) }, options);

const figuresOf = (cents: Cents) => amountInFigures(shillingsOf(cents));
