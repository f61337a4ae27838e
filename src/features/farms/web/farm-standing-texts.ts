import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';

/** "14 sales to 9 buyers"; null without sales. */
export function salesText({
  salesCount,
  salesBuyerCount,
}: {
  salesCount: number;
  salesBuyerCount: number;
}): string | null {
  if (salesCount === 0) return null;
  if (salesCount === 1) return m.farmSalesOne();
  const sales = figureText(salesCount);
  return salesBuyerCount === 1
    ? m.farmSalesOneBuyer({ sales })
    : m.farmSalesCount({ sales, buyers: figureText(salesBuyerCount) });
}

/** "from 7 buyers", shown after an average rating. */
export const raterText = (buyerCount: number): string =>
  buyerCount === 1 ? m.farmRatingOne() : m.farmRatingCount({ count: figureText(buyerCount) });
