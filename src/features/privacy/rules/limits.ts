/** Limits of privacy, each with its unit. */

// Data exports
export const DATA_EXPORTS_PER_HOUR = 5;
