/* Parsers for the search parameters of some routes. */

/** The page after the login. The login screen checks that it is a path of this site. */
export const withReturnPath = ({ redirect }: Record<string, unknown>): { redirect?: string } =>
  typeof redirect === 'string' ? { redirect } : {};

/** The product that a buyer wants to ask about or to offer a price for. */
export const readAsked = ({
  product,
  offer,
}: Record<string, unknown>): { product?: number; offer?: true } => ({
  ...(Number.isSafeInteger(product) && { product: Number(product) }),
  ...(offer === true && { offer }),
});

/** The earlier order whose goods the checkout is for. */
export const readAgain = ({ again }: Record<string, unknown>): { again?: number } =>
  Number.isSafeInteger(again) ? { again: Number(again) } : {};

/** The step of a long form. */
export const readStep = ({ step }: Record<string, unknown>): { step?: number | undefined } => ({
  step: Number.isSafeInteger(step) ? Number(step) : undefined,
});

/**
 * The target of a shortcut of the installed application, or of photos that were shared with it or
 * failed to be.
 */
export const readStart = ({
  to,
}: Record<string, unknown>): { to?: 'orders' | 'share' | 'share-lost' } =>
  to === 'orders' || to === 'share' || to === 'share-lost' ? { to } : {};

/** The signature of the link in a mail that asks for a payment. */
export const readSigned = ({
  until,
  signature,
}: Record<string, unknown>): { until?: number; signature?: string } =>
  signature ? { until: Number(until), signature: String(signature) } : {};
