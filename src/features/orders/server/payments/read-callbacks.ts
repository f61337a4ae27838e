import * as z from 'zod/mini';
import type { Cents } from '#platform/rules/money.ts';
import {
  amountOf,
  code,
  listOf,
  namedValue,
  parseJson,
  receiptOf,
  shortText,
} from '#platform/server/adapters/mpesa.ts';

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

export type PayoutResult = {
  resultCode: string;
  resultText: string;
  /** Answers to questions contain only M-Pesa's own ids. */
  originatorConversationId: string | null;
  transactionId: string | null;
  /** Only in an answer to a question: "Completed", "Failed" and others. */
  transactionStatus: string | null;
  amountCents: Cents | null;
  receipt: string | null;
};

const parameter = z.object({ Key: z.string(), Value: namedValue });
const result = z.object({
  Result: z.object({
    ResultCode: code,
    ResultDesc: z._default(z.string(), ''),
    OriginatorConversationID: z.optional(z.nullable(z.string())),
    TransactionID: z.optional(z.nullable(z.string())),
    ResultParameters: z.catch(
      z.optional(z.nullable(z.object({ ResultParameter: listOf(parameter) }))),
      null,
    ),
  }),
});

export function readPayoutResult(body: string): PayoutResult | null {
  const read = result.safeParse(parseJson(body));
  if (!read.success) return null;
  const { ResultCode, ResultDesc, OriginatorConversationID, TransactionID, ResultParameters } =
    read.data.Result;
  const parameters = new Map(
    ResultParameters?.ResultParameter.map(({ Key, Value }) => [Key, Value]),
  );
  const status = parameters.get('TransactionStatus');
  return {
    resultCode: ResultCode,
    resultText: shortText(ResultDesc),
    originatorConversationId: OriginatorConversationID ?? null,
    transactionId: receiptOf(TransactionID),
    transactionStatus: typeof status === 'string' ? status : null,
    amountCents: amountOf(parameters.get('TransactionAmount') ?? parameters.get('Amount')),
    receipt:
      receiptOf(parameters.get('ReceiptNo')) ?? receiptOf(parameters.get('TransactionReceipt')),
  };
}
