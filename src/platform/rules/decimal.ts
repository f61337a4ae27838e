/**
 * Thousands in groups of three, as they are written in Kenya: 1,200 or 1 200; a point before the
 * decimals.
 */
const DECIMAL_PATTERN = /^[+-]?(\d{1,3}([, ]\d{3})+|\d+)?(\.\d*)?$/;

/**
 * A number as a person types it. Empty is null; what is no number is NaN, so that a schema says so.
 */
export function parseDecimal(typed: string): number | null {
  const text = typed.trim().replace(/[\u00a0\u202f]/g, ' ');
  if (text === '') return null;
  if (!DECIMAL_PATTERN.test(text) || !/\d/.test(text)) return Number.NaN;
  return Number(text.replace(/[, ]/g, ''));
}

const HUNDREDTHS = 100;

/**
 * To two decimals, as quantities, prices and rounded positions have them: adding 0.1 ten times
 * would else not be 1.
 */
export const roundedToHundredths = (number: number): number =>
  Math.round(number * HUNDREDTHS) / HUNDREDTHS;

/** Whether a number has no more than so many decimals, as far as a double can tell. */
export const hasAtMostDecimals = (number: number, most: number): boolean => {
  const scaled = number * 10 ** most;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
};
