/**
 * "0712 345 678": a stored number (+254712345678) in Kenyan notation. Any other text is unchanged.
 */
export const phoneText = (phoneNumber: string): string =>
  phoneNumber.replace(/^\+254(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');

/** "0712345678": a stored number as the value of a field. */
export const phoneFieldText = (phoneNumber: string): string => phoneNumber.replace(/^\+254/, '0');
