/** For example an amount with its unit. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');
