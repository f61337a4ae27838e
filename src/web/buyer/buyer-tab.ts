const buyerTabs = ['browse', 'orders', 'profile', 'cart'] as const;
export type BuyerTab = (typeof buyerTabs)[number];

/** Which tab of the buyer's dashboard the address names; none is the first. */
export function readBuyerTab({ tab }: Record<string, unknown>): { tab?: BuyerTab } {
  const found = buyerTabs.find((name) => name === tab);
  return found ? { tab: found } : {};
}
