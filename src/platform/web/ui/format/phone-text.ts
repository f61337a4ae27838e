/**
 * "0712 345 678": a stored number (+254712345678) as people in Kenya read it out; any other text as
 * it is.
 */
export const phoneText = (phoneNumber: string): string =>
  phoneNumber.replace(/^\+254(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');

/** "0712345678": a stored number as a field has it. */
export const phoneFieldText = (phoneNumber: string): string => phoneNumber.replace(/^\+254/, '0');
