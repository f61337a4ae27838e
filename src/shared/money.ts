import * as z from 'zod/mini';
import { hasAtMostDecimals } from '#shared/decimal.ts';
import { MONEY_MAX_KES } from '#shared/limits.ts';
import { type FieldText, say } from '#shared/text/line.ts';

/** Money is counted in integer cents of a Kenya shilling; shillings with two decimals exist only at the edges. */
export type Cents = number;

const CENTS_PER_SHILLING = 100;

/** Shillings as a person or client gave them. Rounded, because 19.99 * 100 is 1998.9999999999998. */
export const centsOf = (shillings: number): Cents => Math.round(shillings * CENTS_PER_SHILLING);

export const shillingsOf = (cents: Cents): number => cents / CENTS_PER_SHILLING;

/** M-Pesa moves whole shillings: an order's total is rounded up to the next one. */
export const roundedUpToShilling = (cents: Cents): Cents => Math.ceil(cents / CENTS_PER_SHILLING) * CENTS_PER_SHILLING;

const isWholeCents = (shillings: number) => hasAtMostDecimals(shillings, 2);

/** An amount in shillings from 0 on, with at most two decimals. */
export const amount = (invalid: FieldText) =>
  z.number(say(invalid)).check(z.gte(0, say(invalid)), z.lte(MONEY_MAX_KES, say(invalid)), z.refine(isWholeCents, say(invalid)));
