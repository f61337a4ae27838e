import { amountText, shillingsOf } from '#platform/rules/money.ts';

export const kes = (cents: number) => `KES ${amountText(shillingsOf(cents))}`;

export const momentText = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;
