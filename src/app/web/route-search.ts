/** The login screen checks that it is a path of this site. */
export const withReturnPath = ({ redirect }: Record<string, unknown>): { redirect?: string } =>
  typeof redirect === 'string' ? { redirect } : {};

export const readAsked = ({
  product,
  offer,
}: Record<string, unknown>): { product?: number; offer?: true } => ({
  ...(Number.isSafeInteger(product) && { product: Number(product) }),
  ...(offer === true && { offer }),
});

export const readAgain = ({ again }: Record<string, unknown>): { again?: number } =>
  Number.isSafeInteger(again) ? { again: Number(again) } : {};

export const readStep = ({ step }: Record<string, unknown>): { step?: number | undefined } => ({
  step: Number.isSafeInteger(step) ? Number(step) : undefined,
});

export const readStart = ({
  to,
}: Record<string, unknown>): { to?: 'orders' | 'share' | 'share-lost' } =>
  to === 'orders' || to === 'share' || to === 'share-lost' ? { to } : {};

export const readSigned = ({
  until,
  signature,
}: Record<string, unknown>): { until?: number; signature?: string } =>
  signature ? { until: Number(until), signature: String(signature) } : {};

const buyerTabs = ['browse', 'orders', 'profile', 'cart'] as const;
export type BuyerTab = (typeof buyerTabs)[number];

/** An invalid name becomes undefined, because the router would keep the value of an omitted key. */
export function readBuyerTab({ tab }: Record<string, unknown>): { tab?: BuyerTab | undefined } {
  return { tab: buyerTabs.find((name) => name === tab) };
}
