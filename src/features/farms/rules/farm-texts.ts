import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/** The name that a farmer gave the farm; null for the default, which tells a buyer nothing. */
export const farmNameText = (farmName: string): string | null =>
  farmName === DEFAULT_FARM_NAME ? null : farmName;

/** The same for its farmer, who reads the default in their own language. */
export const ownFarmText = (farmName: string): string =>
  farmNameText(farmName) ?? m.ownFarmUnnamed();

/** The title of a farm: its own name, or otherwise its county. */
export const farmTitle = (
  { farmName, county }: { farmName: string; county: string },
  options?: { locale: Language },
): string => farmNameText(farmName) ?? m.orderFarmIn({ county }, options);

/**
 * The farm's name until its farmer sets one. A separate file, because every visitor's page loads
 * it.
 */
export const DEFAULT_FARM_NAME = 'My Farm';
