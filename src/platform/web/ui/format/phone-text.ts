/** "0712 345 678" for a stored +254712345678. Other text is unchanged. */
export const phoneText = (phoneNumber: string): string =>
  phoneNumber.replace(/^\+254(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');

/** "0712345678", for a field. */
export const phoneFieldText = (phoneNumber: string): string => phoneNumber.replace(/^\+254/, '0');
