import { shillingsOf } from '#platform/rules/money.ts';

export const kes = (cents: number) => `KES ${shillingsOf(cents).toFixed(2)}`;

export const momentText = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;
