export const buyerTabs = ['browse', 'orders', 'profile', 'cart'] as const;
export type BuyerTab = (typeof buyerTabs)[number];

/**
 * The tab of the buyer's dashboard that the address names; without one, the first. Set to undefined
 * if the name is invalid, because the router would keep a value that is left out.
 */
export function readBuyerTab({ tab }: Record<string, unknown>): { tab?: BuyerTab | undefined } {
  return { tab: buyerTabs.find((name) => name === tab) };
}
