import * as z from 'zod/mini';
import { type Cents, centsOf } from '#shared/money.ts';

/** What a callback claims, without anybody having confirmed it. */
export type PushClaim = {
  checkoutRequestId: string;
  isSuccess: boolean;
  /** Of a success; null where it names none. */
  amountCents: Cents | null;
  receipt: string | null;
};

const item = z.object({ Name: z.string(), Value: z.optional(z.nullable(z.union([z.string(), z.number()]))) });
const callback = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
      ResultCode: z.union([z.string(), z.number()]),
      CallbackMetadata: z.optional(z.nullable(z.object({ Item: z.array(item) }))),
    }),
  }),
});

const RECEIPT = /^[A-Z0-9]{6,20}$/i;

/** Reads a callback's body, its items by name; null when it isn't one. */
export function readPushCallback(body: string): PushClaim | null {
  const read = callback.safeParse(parseJson(body));
  if (!read.success) return null;
  const { CheckoutRequestID: checkoutRequestId, ResultCode, CallbackMetadata } = read.data.Body.stkCallback;
  const items = new Map(CallbackMetadata?.Item.map(({ Name, Value }) => [Name, Value]));
  const amount = Number(items.get('Amount') ?? Number.NaN);
  const receipt = String(items.get('MpesaReceiptNumber') ?? '');
  return {
    checkoutRequestId,
    isSuccess: String(ResultCode) === '0',
    amountCents: Number.isFinite(amount) ? centsOf(amount) : null,
    receipt: RECEIPT.test(receipt) ? receipt.toUpperCase() : null,
  };
}

/** Null for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
