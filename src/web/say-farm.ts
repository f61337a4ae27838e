import { DEFAULT_FARM_NAME } from '#shared/farm-name.ts';
import { m } from '#shared/text/compiled/messages.js';

/** What its farmer has named it; null before that, for what it is called then tells a buyer nothing. */
export const farmNameText = (farmName: string): string | null => (farmName === DEFAULT_FARM_NAME ? null : farmName);

/** What to call a farm wherever it needs a name: its own, else by its county. */
export const farmTitle = ({ farmName, county }: { farmName: string; county: string }): string =>
  farmNameText(farmName) ?? m.orderFarmIn({ county });
