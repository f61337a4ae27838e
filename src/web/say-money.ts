const shillings = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "KES 3,600.00": an amount in shillings, with its two decimals, alike in both languages. */
export const moneyText = (kes: number): string => `KES ${shillings.format(kes)}`;
