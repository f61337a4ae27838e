import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';

type Sales = { salesCount: number; salesBuyerCount: number };

const ofFarm = { one: m.farmSalesOne, toOne: m.farmSalesOneBuyer, many: m.farmSalesCount };
const ofReader = { one: m.ownSalesOne, toOne: m.ownSalesOneBuyer, many: m.ownSalesCount };

/** "14 sales to 9 buyers"; null without sales. */
export const salesText = (sales: Sales) => textOf(sales, ofFarm);

/** The same for the farmer, whom the Swahili text addresses. */
export const ownSalesText = (sales: Sales) => textOf(sales, ofReader);

function textOf({ salesCount, salesBuyerCount }: Sales, texts: typeof ofFarm): string | null {
  if (salesCount === 0) return null;
  if (salesCount === 1) return texts.one();
  const sales = figureText(salesCount);
  return salesBuyerCount === 1
    ? texts.toOne({ sales })
    : texts.many({ sales, buyers: figureText(salesBuyerCount) });
}

/** "from 7 buyers", shown after an average rating. */
export const raterText = (buyerCount: number): string =>
  buyerCount === 1 ? m.farmRatingOne() : m.farmRatingCount({ count: figureText(buyerCount) });
