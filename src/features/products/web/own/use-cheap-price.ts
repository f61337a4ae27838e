import { useCallback, useRef, useState } from 'react';
import type { CreateProduct } from '#features/products/rules/product.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { oneUnitLabels } from '../product-texts.ts';
import type { OwnProduct } from '../use-own-products.ts';

/** A price below this part of what other farms ask is probably a slip. */
const CHEAP_PART = 0.5;

type Priced = Pick<CreateProduct, 'price' | 'unit'>;

/** Asks once about a new price that is far below the market's; saving again accepts it. */
export function useCheapPrice(product: OwnProduct | null) {
  const market = useRef<number | null>(null);
  const accepted = useRef('');
  const [doubt, setDoubt] = useState<string | null>(null);

  /** Whether the price has to be confirmed first. */
  function asks({ price, unit }: Priced): boolean {
    const key = `${price} ${unit}`;
    setDoubt(null);
    const isKept = product?.price === price && product.unit === unit;
    if (isKept || accepted.current === key) return false;
    if (market.current === null || price >= market.current * CHEAP_PART) return false;
    accepted.current = key;
    setDoubt(
      m.productPriceDoubt({
        price: moneyText(price),
        unit: oneUnitLabels[unit](),
        market: moneyText(market.current),
        button: saveLabel(product),
      }),
    );
    return true;
  }

  return {
    doubt,
    asks,
    forget: () => setDoubt(null),
    setMarketPrice: useCallback((price: number | null) => {
      market.current = price;
    }, []),
  };
}

export const saveLabel = (product: OwnProduct | null): string =>
  product ? m.productSave() : m.productAdd();
