// Kenya formats numbers the English way in both languages.
const figures = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 });

export const figureText = (figure: number): string => figures.format(figure);

/** Text that a line break must not divide, such as an amount with its unit. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');
