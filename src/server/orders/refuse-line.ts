import { AppError } from '#server/app-error.ts';
import type { CartProblem, PricedCartLine } from '#server/cart/list-cart-lines.ts';
import { shillingsOf } from '#shared/money.ts';

type Refusal = { problem: CartProblem; priceChanges: PricedCartLine[] };

/** Says why a line of a cart can't be ordered. @throws AppError OFFER_GONE, OUT_OF_STOCK, PRICE_CHANGED */
export function refuseLine(line: PricedCartLine, { problem, priceChanges }: Refusal): never {
  const { productId, name, unit, available } = line;
  switch (problem) {
    case 'gone':
      throw new AppError('OFFER_GONE', { inputs: { name }, facts: { productId } });
    case 'notEnough':
      throw new AppError('OUT_OF_STOCK', { inputs: { name, unit, quantity: available }, facts: { productId, available } });
    case 'priceChanged': {
      const changes = priceChanges.map(changeOf);
      const { oldPrice, newPrice } = changeOf(line);
      throw new AppError('PRICE_CHANGED', { inputs: { name, oldPrice, newPrice }, facts: { changes } });
    }
  }
}

/** Prices in KES. */
const changeOf = ({ productId, acceptedPriceCents, priceCents }: PricedCartLine) => ({
  productId,
  oldPrice: shillingsOf(acceptedPriceCents),
  newPrice: shillingsOf(priceCents),
});
