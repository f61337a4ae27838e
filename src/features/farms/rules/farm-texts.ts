import type { Language } from '#rules/language.ts';
import { m } from '#text';

/** Null for the default name, which tells a buyer nothing. */
export const farmNameText = (farmName: string): string | null =>
  farmName === DEFAULT_FARM_NAME ? null : farmName;

export const ownFarmText = (farmName: string): string =>
  farmNameText(farmName) ?? m.ownFarmUnnamed();

export const farmTitle = (
  { farmName, county }: { farmName: string; county: string },
  options?: { locale: Language },
): string => farmNameText(farmName) ?? m.orderFarmIn({ county }, options);

/** In a file of its own, because every visitor's page loads it. */
export const DEFAULT_FARM_NAME = 'My Farm';
