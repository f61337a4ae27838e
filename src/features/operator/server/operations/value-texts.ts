import { shillingsOf } from '#platform/rules/money.ts';

export const kes = (cents: number) => `KES ${shillingsOf(cents).toFixed(2)}`;

/** UTC, to the second, like the log's. */
export const momentText = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;
