/**
 * `reader` only looks; `support` settles disputes, reports, visits and accounts; `finance` moves
 * money; `lead` does everything.
 */
export const operatorRoles = ['reader', 'support', 'finance', 'lead'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
