const buyerTabs = ['browse', 'orders', 'profile', 'cart'] as const;
export type BuyerTab = (typeof buyerTabs)[number];

/** Which tab of the buyer's dashboard the address names; none is the first. Undefined where it names none of them: the router would keep what is left out. */
export function readBuyerTab({ tab }: Record<string, unknown>): { tab?: BuyerTab | undefined } {
  return { tab: buyerTabs.find((name) => name === tab) };
}
