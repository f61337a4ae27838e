/*
 * No call throws when the provider fails. "No response" is an outcome of its own, because treating
 * it as a refusal would lose money.
 */

import * as z from 'zod/mini';
import { centsOf } from '#rules/amounts.ts';
import { secondsAfter } from '../clock.ts';
import { type Exchange, exchangeJson } from './exchange-json.ts';

/** Whole shillings, in cents. Phone numbers begin with +254. */
export type Push = {
  orderId: number;
  amountCents: Cents;
  phoneNumber: string;
  callbackUrl: string;
};

export const accountReference = (orderId: number) => `SS${orderId}`;

export type PushOutcome =
  | { outcome: 'accepted'; merchantRequestId: string; checkoutRequestId: string }
  | { outcome: 'refused'; code: string; text: string }
  /** Another request is open on the phone. */
  | { outcome: 'phoneBusy'; text: string }
  | { outcome: 'misconfigured'; code: string; text: string }
  | { outcome: 'unreachable' }
  | { outcome: 'unknown' };

export type QueryOutcome =
  /** Code "0" means paid; any other code means not paid. */
  | { outcome: 'settled'; resultCode: string; resultText: string }
  | { outcome: 'processing' }
  | { outcome: 'refused'; code: string; text: string }
  | { outcome: 'misconfigured'; code: string; text: string }
  | { outcome: 'unknown' };

export type PayoutOrder = {
  originatorConversationId: string;
  amountCents: Cents;
  phoneNumber: string;
  remarks: string;
  resultUrl: string;
};

export type PayoutOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; code: string; text: string }
  | { outcome: 'unreachable' }
  | { outcome: 'unknown' };

export type PayoutQuestion = {
  originatorConversationId: string;
  transactionId: string | null;
  resultUrl: string;
};

export type Payouts = {
  send(payout: PayoutOrder): Promise<PayoutOutcome>;
  /** True: the answer will be sent to `resultUrl`. */
  askAbout(question: PayoutQuestion): Promise<boolean>;
};

export type Mpesa = {
  push(push: Push): Promise<PushOutcome>;
  query(checkoutRequestId: string): Promise<QueryOutcome>;
  /** Null: the operator makes the payouts. */
  payouts: Payouts | null;
  callbackBase: string;
};

export const code = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

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

export const namedValue = z.catch(z.optional(z.nullable(z.union([z.string(), z.number()]))), null);

/**
 * Daraja sends a single entry without its list, and omits an empty list. Unreadable entries don't
 * invalidate the others.
 */
export const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((list) =>
      [list].flat().flatMap((one): z.infer<Item>[] => {
        const read = z.safeParse(item, one);
        return read.success ? [read.data] : [];
      }),
    ),
  );

const TEXT_MAX = 300;

/** PostgreSQL's texts cannot hold \0. */
export const shortText = (text: string) => text.replaceAll('\0', '').slice(0, TEXT_MAX);

const RECEIPT = /^[A-Z0-9]{6,20}$/i;

/** M-Pesa sends this when it made no transaction. */
const NO_RECEIPT = /^0+$/;

export const receiptOf = (value: unknown) =>
  typeof value === 'string' && RECEIPT.test(value) && !NO_RECEIPT.test(value)
    ? value.toUpperCase()
    : null;

export function amountOf(value: unknown): Cents | null {
  const amount = value === null || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(amount) ? centsOf(amount) : null;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const tokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.coerce.number().check(z.gt(0)),
});

const MARGIN_SECONDS = 60;

type TokenOptions = {
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  clock: Clock;
  timeoutMilliseconds: number;
};

export function createAccessToken({
  baseUrl,
  consumerKey,
  consumerSecret,
  clock,
  timeoutMilliseconds,
}: TokenOptions) {
  let kept: { token: string; until: Date } | null = null;
  let underWay: Promise<string | null> | null = null;

  const requestToken = () =>
    exchangeJson({
      url: new URL(`${baseUrl}/oauth/v1/generate?grant_type=client_credentials`),
      headers: {
        authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`,
      },
      timeoutMilliseconds,
    });

  async function fetchToken() {
    const startedAt = performance.now();
    let answer = await requestToken();
    // Unlike a push, a token can be requested twice.
    const wasAtOnce = performance.now() - startedAt < timeoutMilliseconds / 2;
    if (answer.got === 'nothing' && answer.wasSent && wasAtOnce) answer = await requestToken();
    const read =
      answer.got === 'json' && answer.status === 200 ? tokenAnswer.safeParse(answer.body) : null;
    if (!read?.success) return null;
    kept = {
      token: read.data.access_token,
      until: secondsAfter(clock(), read.data.expires_in - MARGIN_SECONDS),
    };
    return kept.token;
  }

  return {
    async get() {
      if (kept && clock() < kept.until) return kept.token;
      underWay ??= fetchToken().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    forget(token: string) {
      if (kept?.token === token) kept = null;
    },
  };
}
