export const roles = ['buyer', 'farmer'] as const;
export type Role = (typeof roles)[number];
