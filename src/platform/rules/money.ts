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

/** "KES 3,600.00": the price of a product on sale (specification, section 2), and books. */
export const exactMoneyText = (shillings: number): string =>
  `KES ${shillingsAndCents.format(shillings)}`;

/** "3,600" or "3,600.50", for a text that names the currency itself. */
export const amountText = (shillings: number): string =>
  shillingsAndCents.format(shillings).replace(/\.00$/, '');

/** "KES 3,600" or "KES 3,600.50", in one line. */
export const moneyText = (shillings: number): string => `KES\u00a0${amountText(shillings)}`;
