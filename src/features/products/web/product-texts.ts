import { figureText, moneyText } from '#rules/amounts.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import type { Unit } from '../rules/product.ts';
import {
  categoryLabels,
  oneUnitLabels,
  pricedUnitText,
  unitLabels,
  unitText,
} from '../rules/product-texts.ts';

/**
 * "Layer eggs", and "Mayai (Layer eggs)" on a Swahili page. Answers cached earlier lack the
 * Swahili name.
 */
export const productNameText = ({
  name,
  swahiliName,
}: {
  name: string;
  swahiliName?: string | null;
}): string => (swahiliName && getLocale() === 'sw' ? `${swahiliName} (${name})` : name);

export { categoryLabels, oneUnitLabels, pricedUnitText, unitLabels };

/** "120 bags", "1 bag" */
export const quantityText = (quantity: number, unit: Unit): string =>
  m.quantityWithUnit({ quantity: figureText(quantity), unit: unitText(quantity, unit) });

/** "KES 3,200.00 / bag" */
export const priceText = (price: number, unit: Unit): string =>
  m.priceWithUnit({ price: moneyText(price), unit: oneUnitLabels[unit]() });
