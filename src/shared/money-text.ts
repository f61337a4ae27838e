// Kenya writes figures the English way in both languages.
const shillingsAndCents = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "3,600.00": an amount in shillings, for a sentence that names the currency itself. */
export const amountInFigures = (shillings: number): string => shillingsAndCents.format(shillings);

/** "KES 3,600.00", alike in both languages: whatever a buyer pays. */
export const moneyText = (shillings: number): string => `KES ${amountInFigures(shillings)}`;
