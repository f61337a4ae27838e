import { figureText } from '#platform/rules/text/figure-text.ts';
import { m } from '#text';

type Sales = { salesCount: number; salesBuyerCount: number };

/** "14 sales to 9 buyers"; null without sales. `one` is the text for a single sale. */
export function salesText(
  { salesCount, salesBuyerCount }: Sales,
  one: () => string,
): string | null {
  if (salesCount === 0) return null;
  if (salesCount === 1) return one();
  const sales = figureText(salesCount);
  return salesBuyerCount === 1
    ? m.farmSalesOneBuyer({ sales })
    : m.farmSalesCount({ sales, buyers: figureText(salesBuyerCount) });
}

export function raterText(buyerCount: number, provenCount: number): string {
  const text =
    buyerCount === 1 ? m.farmRatingOne() : m.farmRatingCount({ count: figureText(buyerCount) });
  return provenCount > 0 ? m.farmRatingProven({ text, count: figureText(provenCount) }) : text;
}
