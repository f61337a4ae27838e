/**
 * A comma before one or two digits at the end is a decimal comma, as in 41,5. Before three digits
 * it groups thousands, as in Kenya.
 */
const DECIMAL_COMMA_PATTERN = /^([^,]+),(\d\d?)$/;

/** Spreadsheets group thousands with several kinds of spaces. */
const DECIMAL_PATTERN = /^(?=.*\d)[+-]?([1-9]\d{0,2}([,\s]\d{3})+|\d+)?(\.\d*)?$/;

/** Null for empty text, and NaN for anything else that is not a number. */
export function parseDecimal(typed: string) {
  const text = typed.trim().replace(DECIMAL_COMMA_PATTERN, '$1.$2');
  if (text === '') return null;
  return DECIMAL_PATTERN.test(text) ? Number(text.replace(/[,\s]/g, '')) : Number.NaN;
}

const HUNDREDTHS = 100;

/** The factor corrects the error of a double: 1.005 * 100 is slightly less than 100.5. */
export const roundedToHundredths = (number: number) =>
  Math.round(number * HUNDREDTHS * (1 + Number.EPSILON)) / HUNDREDTHS;

export const hasAtMostDecimals = (number: number, most: number) => {
  const scaled = number * 10 ** most;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
};

/**
 * Kenya groups thousands the English way in both languages. By hand, because the first use of Intl
 * blocks a slow phone for 130 ms.
 */
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** "1,234.5", with at most two decimals. */
export const figureText = (figure: number) => grouped(String(roundedToHundredths(figure)));

declare global {
  /** Money is stored in integer cents. Shillings with two decimals exist only at the edges. */
  type Cents = number;
}

const CENTS_PER_SHILLING = 100;

/** Rounds, because 19.99 * 100 is 1998.9999999999998. */
export const centsOf = (shillings: number) => Math.round(shillings * CENTS_PER_SHILLING);

export const shillingsOf = (cents: Cents) => cents / CENTS_PER_SHILLING;

/** M-Pesa transfers only whole shillings. */
export const roundedUpToShilling = (cents: Cents) =>
  Math.ceil(cents / CENTS_PER_SHILLING) * CENTS_PER_SHILLING;

/** The quantity has two decimals. At least one cent, so that nothing is free. */
export const lineTotalCents = (priceCents: Cents, quantity: number) =>
  Math.max(1, Math.round((priceCents * Math.round(quantity * HUNDREDTHS)) / HUNDREDTHS));

const withCents = (shillings: number) => grouped(roundedToHundredths(shillings).toFixed(2));

/** "KES 3,600.00": the price of a product on sale (specification, section 2), and books. */
export const exactMoneyText = (shillings: number) => `KES ${withCents(shillings)}`;

/** "3,600" or "3,600.50", for a text that names the currency itself. */
export const amountText = (shillings: number) => withCents(shillings).replace(/\.00$/, '');

/** "KES 3,600" or "KES 3,600.50", in one line. */
export const moneyText = (shillings: number) => `KES\u00a0${amountText(shillings)}`;

/** In one line, as "KES 3,200.00 / bag". */
export const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');
