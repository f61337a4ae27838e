/** Limits of privacy, with units in their names. */

// Data exports
export const DATA_EXPORTS_PER_HOUR = 5;
