import * as z from 'zod/mini';
import type { Cents } from '#platform/rules/money.ts';
import {
  amountOf,
  code,
  listOf,
  namedValue,
  parseJson,
  receiptOf,
} from '#platform/server/adapters/daraja-exchange.ts';

export type PushClaim = {
  checkoutRequestId: string;
  isSuccess: boolean;
  /** Null if a success names no amount. */
  amountCents: Cents | null;
  receipt: string | null;
};

const item = z.object({ Name: z.string(), Value: namedValue });
const callback = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
      ResultCode: code,
      CallbackMetadata: z.catch(z.optional(z.nullable(z.object({ Item: listOf(item) }))), null),
    }),
  }),
});

export function readPushCallback(body: string): PushClaim | null {
  const read = callback.safeParse(parseJson(body));
  if (!read.success) return null;
  const {
    CheckoutRequestID: checkoutRequestId,
    ResultCode,
    CallbackMetadata,
  } = read.data.Body.stkCallback;
  const items = new Map(CallbackMetadata?.Item.map(({ Name, Value }) => [Name, Value]));
  return {
    checkoutRequestId,
    isSuccess: ResultCode === '0',
    amountCents: amountOf(items.get('Amount')),
    receipt: receiptOf(String(items.get('MpesaReceiptNumber') ?? '')),
  };
}
