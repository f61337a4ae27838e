export const DATA_EXPORTS_PER_HOUR = 5;
