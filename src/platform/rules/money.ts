/** Money is stored in integer cents. Shillings with two decimals exist only at the edges. */
export type Cents = number;

const CENTS_PER_SHILLING = 100;

/** Rounds, because 19.99 * 100 is 1998.9999999999998. */
export const centsOf = (shillings: number): Cents => Math.round(shillings * CENTS_PER_SHILLING);

export const shillingsOf = (cents: Cents): number => cents / CENTS_PER_SHILLING;

/** M-Pesa transfers only whole shillings. */
export const roundedUpToShilling = (cents: Cents): Cents =>
  Math.ceil(cents / CENTS_PER_SHILLING) * CENTS_PER_SHILLING;

const HUNDREDTHS = 100;

/** The quantity has two decimals. At least one cent, so that nothing is free. */
export const lineTotalCents = (priceCents: Cents, quantity: number): Cents =>
  Math.max(1, Math.round((priceCents * Math.round(quantity * HUNDREDTHS)) / HUNDREDTHS));

// Kenya formats numbers the English way in both languages.
const shillingsAndCents = new Intl.NumberFormat('en-KE', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** "3,600.00", for a text that names the currency itself. */
export const amountInFigures = (shillings: number): string => shillingsAndCents.format(shillings);

export const moneyText = (shillings: number): string => `KES ${amountInFigures(shillings)}`;

/** "KES 3,600" in one line: an amount to count out, in whole shillings. */
export const cashText = (shillings: number): string =>
  moneyText(shillings).replace(/\.00$/, '').replace(' ', '\u00a0');
