import type { ProductFlag } from '#features/products/rules/product-flags.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

type FlagTexts = { label: () => string; badge: () => string; filter: () => string };

/** A flag in the farmer's form, on cards and pages, and among the market's filters. */
export const flagTexts: Record<ProductFlag, FlagTexts> = {
  isOrganic: { label: m.productOrganicLabel, badge: m.organicBadge, filter: m.filterOrganic },
};
