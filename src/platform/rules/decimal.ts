/**
 * A comma before one or two digits at the end is a decimal comma, as in 41,5. Before three digits
 * it groups thousands, as in Kenya.
 */
const DECIMAL_COMMA_PATTERN = /^([^,]+),(\d\d?)$/;

/** Spreadsheets group thousands with several kinds of spaces. */
const DECIMAL_PATTERN = /^(?=.*\d)[+-]?([1-9]\d{0,2}([,\s]\d{3})+|\d+)?(\.\d*)?$/;

/** Null for empty text, and NaN for anything else that is not a number. */
export function parseDecimal(typed: string): number | null {
  const text = typed.trim().replace(DECIMAL_COMMA_PATTERN, '$1.$2');
  if (text === '') return null;
  return DECIMAL_PATTERN.test(text) ? Number(text.replace(/[,\s]/g, '')) : Number.NaN;
}

const HUNDREDTHS = 100;

/** The factor corrects the error of a double: 1.005 * 100 is slightly less than 100.5. */
export const roundedToHundredths = (number: number): number =>
  Math.round(number * HUNDREDTHS * (1 + Number.EPSILON)) / HUNDREDTHS;

export const hasAtMostDecimals = (number: number, most: number): boolean => {
  const scaled = number * 10 ** most;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
};

// Kenya formats numbers the English way in both languages.
const figures = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 });

export const figureText = (figure: number): string => figures.format(figure);
