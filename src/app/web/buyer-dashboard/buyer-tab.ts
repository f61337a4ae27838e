export const buyerTabs = ['browse', 'orders', 'profile', 'cart'] as const;
export type BuyerTab = (typeof buyerTabs)[number];

/** An invalid name becomes undefined, because the router would keep the value of an omitted key. */
export function readBuyerTab({ tab }: Record<string, unknown>): { tab?: BuyerTab | undefined } {
  return { tab: buyerTabs.find((name) => name === tab) };
}
