/** Text that a line break must not divide, such as an amount with its unit. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');
