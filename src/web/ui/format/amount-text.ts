import type { Unit } from '#shared/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import { oneUnitLabels, quantityText } from './product-texts.ts';

/** "120 kg", "1 bag". */
export const amountText = (quantity: number, unit: Unit): string =>
  quantity === 1 ? m.quantityWithUnit({ quantity: '1', unit: oneUnitLabels[unit]() }) : quantityText(quantity, unit);
