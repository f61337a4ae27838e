import * as z from 'zod/mini';
import type { Exchange } from '../exchange-json.ts';
import { code, shortText } from './said-values.ts';

/* A response without a required field counts as no response. */

export const pushAnswer = z.object({
  MerchantRequestID: z.string().check(z.minLength(1)),
  CheckoutRequestID: z.string().check(z.minLength(1), z.maxLength(100)),
  ResponseCode: code,
});
export const acknowledgement = z.object({
  ResponseCode: code,
  ResponseDescription: z._default(z.string(), ''),
});
export const queryAnswer = z.object({
  ResponseCode: code,
  CheckoutRequestID: z.string(),
  ResultCode: code,
  ResultDesc: z._default(z.string(), ''),
});
const failure = z.object({ errorCode: z.string(), errorMessage: z._default(z.string(), '') });

const OVERLOADED_CODE = '500.001.1001';

/** One of Daraja's codes has five meanings that only its message distinguishes. */
export function meaningOf({ code, text }: { code: string; text: string }) {
  if (code !== OVERLOADED_CODE) return 'refused';
  if (/lock subscriber|already in process/i.test(text)) return 'phoneBusy';
  if (/process/i.test(text)) return 'processing';
  if (/credential|merchant/i.test(text)) return 'misconfigured';
  if (/not (be )?found|not exist|invalid/i.test(text)) return 'refused';
  return 'unknown';
}

export function readRefusal(answer: Exchange): { code: string; text: string } | null {
  if (answer.got === 'nothing') return null;
  const failed = failure.safeParse(answer.body);
  if (failed.success)
    return { code: shortText(failed.data.errorCode), text: shortText(failed.data.errorMessage) };
  const acknowledged = acknowledgement.safeParse(answer.body);
  if (!acknowledged.success || acknowledged.data.ResponseCode === '0') return null;
  return {
    code: shortText(acknowledged.data.ResponseCode),
    text: shortText(acknowledged.data.ResponseDescription),
  };
}
