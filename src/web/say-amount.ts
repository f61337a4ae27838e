import type { Unit } from '#shared/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import { oneUnitLabels, quantityText } from './product-texts.ts';

/** "120 kg", "1 bag". */
export const amountText = (quantity: number, unit: Unit): string =>
  quantity === 1 ? m.quantityWithUnit({ quantity: '1', unit: oneUnitLabels[unit]() }) : quantityText(quantity, unit);

/** What a farm is called before its farmer has named it: that tells a buyer nothing. */
const UNNAMED_FARM = 'My Farm';
export const farmNameText = (farmName: string): string | null => (farmName === UNNAMED_FARM ? null : farmName);

/** What to call a farm wherever it needs a name: its own, else by its county. */
export const farmTitle = ({ farmName, county }: { farmName: string; county: string }): string =>
  farmNameText(farmName) ?? m.orderFarmIn({ county });
