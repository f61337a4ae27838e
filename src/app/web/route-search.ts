/* What the addresses of some routes hold besides their path. */

/** Where the login leads afterwards; the login screen checks that it is a path of this site. */
export const withReturnPath = ({ redirect }: Record<string, unknown>): { redirect?: string } =>
  typeof redirect === 'string' ? { redirect } : {};

/** The product that a buyer wants to ask about. */
export const readAsked = ({ product }: Record<string, unknown>): { product?: number } =>
  Number.isSafeInteger(product) ? { product: Number(product) } : {};

/**
 * What a shortcut of the installed application opens; or photos that were shared with it, or could
 * not be.
 */
export const readStart = ({
  to,
}: Record<string, unknown>): { to?: 'orders' | 'share' | 'share-lost' } =>
  to === 'orders' || to === 'share' || to === 'share-lost' ? { to } : {};
