// Kenya formats numbers the English way in both languages.
const figures = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 });

export const figureText = (figure: number): string => figures.format(figure);
