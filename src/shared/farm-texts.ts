import { DEFAULT_FARM_NAME } from './farm-name.ts';
import type { Language } from './language.ts';
import { m } from './text/compiled/messages.js';

/** What a farmer has called the farm; null before: that tells a buyer nothing. */
export const farmNameText = (farmName: string): string | null => (farmName === DEFAULT_FARM_NAME ? null : farmName);

/** What to call a farm wherever it needs a name: its own, else by its county. */
export const farmTitle = ({ farmName, county }: { farmName: string; county: string }, options?: { locale: Language }): string =>
  farmNameText(farmName) ?? m.orderFarmIn({ county }, options);
