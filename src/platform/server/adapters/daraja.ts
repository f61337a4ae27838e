/*
 * The only client of Safaricom's Daraja. The phone may ring after a push whose response is lost, so
 * "no response" is an outcome of its own. Daraja refuses an access token before it does anything,
 * so a call with a refused token can be repeated.
 */

import { shillingsOf } from '#rules/amounts.ts';
import { systemClock } from '../clock.ts';
import type { Settings } from '../config.ts';
import { type Exchange, exchangeJson } from './exchange-json.ts';
import {
  accountReference,
  acknowledgement,
  createAccessToken,
  type Mpesa,
  meaningOf,
  type PayoutOrder,
  type PayoutOutcome,
  type PayoutQuestion,
  type Payouts,
  type Push,
  type PushOutcome,
  pushAnswer,
  type QueryOutcome,
  queryAnswer,
  readRefusal,
  shortText,
} from './mpesa.ts';

const TIMEOUT_MILLISECONDS = 10_000;
const UNDER_PROCESSING = '4999';
const TOKEN_REFUSALS = ['404.001.03', '401.002.01', '400.003.01'];
const ORGANISATION = '4';

type PayoutSettings = { shortcode: string; initiator: string; securityCredential: string };

type DarajaSettings = {
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  shortcode: string;
  passkey: string;
  payouts: PayoutSettings | null;
  callbackBase: string;
  clock: Clock;
  timeoutMilliseconds?: number;
};

type Call = (path: string, body: object) => Promise<Exchange>;

export function createDaraja(settings: DarajaSettings): Mpesa {
  const call = createCall(settings);
  const { payouts, callbackBase } = settings;
  return {
    push: (push) => sendPush(call, settings, push),
    query: (checkoutRequestId) => queryPush(call, settings, checkoutRequestId),
    payouts: payouts && createPayouts(call, payouts),
    callbackBase,
  };
}

function createCall({
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
  ...settings
}: DarajaSettings): Call {
  const accessToken = createAccessToken({ ...settings, timeoutMilliseconds });
  const attempt = async (path: string, body: object) => {
    const token = await accessToken.get();
    if (token === null)
      return { exchange: { got: 'nothing', wasSent: false, status: null } as const, token: '' };
    const headers = { authorization: `Bearer ${token}` };
    const exchange = await exchangeJson({
      url: new URL(`${settings.baseUrl}${path}`),
      headers,
      body,
      timeoutMilliseconds,
    });
    return { exchange, token };
  };
  return async (path, body) => {
    const first = await attempt(path, body);
    if (!TOKEN_REFUSALS.includes(readRefusal(first.exchange)?.code ?? '')) return first.exchange;
    accessToken.forget(first.token);
    return (await attempt(path, body)).exchange;
  };
}

function signature({ shortcode, passkey, clock }: DarajaSettings) {
  const Timestamp = stampOf(clock());
  return {
    BusinessShortCode: shortcode,
    Password: passwordOf(shortcode, passkey, Timestamp),
    Timestamp,
  };
}

async function sendPush(call: Call, settings: DarajaSettings, push: Push): Promise<PushOutcome> {
  const msisdn = msisdnOf(push.phoneNumber);
  const answer = await call('/mpesa/stkpush/v1/processrequest', {
    ...signature(settings),
    TransactionType: 'CustomerPayBillOnline',
    Amount: wholeShillings(push.amountCents),
    PartyA: msisdn,
    PartyB: settings.shortcode,
    PhoneNumber: msisdn,
    CallBackURL: push.callbackUrl,
    // Daraja allows 12 and 13 characters.
    AccountReference: accountReference(push.orderId),
    TransactionDesc: 'SokoShamba',
  });
  const refusal = readRefusal(answer);
  if (refusal) return pushRefused(refusal);
  if (answer.got === 'nothing') return { outcome: answer.wasSent ? 'unknown' : 'unreachable' };
  const read = pushAnswer.safeParse(answer.body);
  if (!read.success) return { outcome: 'unknown' };
  const { MerchantRequestID: merchantRequestId, CheckoutRequestID: checkoutRequestId } = read.data;
  return { outcome: 'accepted', merchantRequestId, checkoutRequestId };
}

function pushRefused(refusal: { code: string; text: string }): PushOutcome {
  const outcome = meaningOf(refusal);
  switch (outcome) {
    case 'refused':
    case 'misconfigured':
      return { outcome, ...refusal };
    case 'phoneBusy':
      return { outcome, text: refusal.text };
    case 'processing':
    case 'unknown':
      return { outcome: 'unknown' };
  }
}

async function queryPush(
  call: Call,
  settings: DarajaSettings,
  checkoutRequestId: string,
): Promise<QueryOutcome> {
  const answer = await call('/mpesa/stkpushquery/v1/query', {
    ...signature(settings),
    CheckoutRequestID: checkoutRequestId,
  });
  const refusal = readRefusal(answer);
  if (refusal) {
    const outcome = meaningOf(refusal);
    // The phone is busy with this same push.
    if (outcome === 'processing' || outcome === 'phoneBusy') return { outcome: 'processing' };
    return outcome === 'unknown' ? { outcome } : { outcome, ...refusal };
  }
  const read = answer.got === 'json' ? queryAnswer.safeParse(answer.body) : null;
  if (!read?.success || read.data.CheckoutRequestID !== checkoutRequestId)
    return { outcome: 'unknown' };
  const { ResultCode: resultCode, ResultDesc } = read.data;
  if (resultCode === UNDER_PROCESSING) return { outcome: 'processing' };
  return { outcome: 'settled', resultCode, resultText: shortText(ResultDesc) };
}

function createPayouts(
  call: Call,
  { shortcode, initiator, securityCredential }: PayoutSettings,
): Payouts {
  return {
    async send({
      originatorConversationId,
      amountCents,
      phoneNumber,
      remarks,
      resultUrl,
    }: PayoutOrder): Promise<PayoutOutcome> {
      const answer = await call('/mpesa/b2c/v3/paymentrequest', {
        OriginatorConversationID: originatorConversationId,
        InitiatorName: initiator,
        SecurityCredential: securityCredential,
        CommandID: 'BusinessPayment',
        Amount: wholeShillings(amountCents),
        PartyA: shortcode,
        PartyB: msisdnOf(phoneNumber),
        Remarks: remarks,
        QueueTimeOutURL: resultUrl,
        ResultURL: resultUrl,
        Occassion: remarks,
      });
      // The money may have been sent, so a 5xx is not a refusal.
      if (answer.got === 'json' && answer.status >= 500) return { outcome: 'unknown' };
      const refusal = readRefusal(answer);
      if (refusal) return { outcome: 'refused', ...refusal };
      if (answer.got === 'nothing') return { outcome: answer.wasSent ? 'unknown' : 'unreachable' };
      return { outcome: acknowledgement.safeParse(answer.body).success ? 'accepted' : 'unknown' };
    },
    async askAbout({ originatorConversationId, transactionId, resultUrl }: PayoutQuestion) {
      const answer = await call('/mpesa/transactionstatus/v1/query', {
        Initiator: initiator,
        SecurityCredential: securityCredential,
        CommandID: 'TransactionStatusQuery',
        TransactionID: transactionId ?? '',
        OriginatorConversationID: originatorConversationId,
        PartyA: shortcode,
        IdentifierType: ORGANISATION,
        ResultURL: resultUrl,
        QueueTimeOutURL: resultUrl,
        Remarks: 'Payout',
        Occasion: 'Payout',
      });
      return (
        answer.got === 'json' && acknowledgement.safeParse(answer.body).data?.ResponseCode === '0'
      );
    },
  };
}

function wholeShillings(amountCents: Cents) {
  const shillings = shillingsOf(amountCents);
  if (!Number.isInteger(shillings)) throw new Error('M-Pesa takes whole shillings');
  return shillings;
}

export function connectMpesa(settings: Settings): Mpesa | null {
  const {
    MPESA_BASE_URL,
    MPESA_CONSUMER_KEY,
    MPESA_CONSUMER_SECRET,
    MPESA_SHORTCODE,
    MPESA_PASSKEY,
  } = settings;
  if (
    !(
      MPESA_BASE_URL &&
      MPESA_CONSUMER_KEY &&
      MPESA_CONSUMER_SECRET &&
      MPESA_SHORTCODE &&
      MPESA_PASSKEY
    )
  )
    return null;
  const {
    MPESA_B2C_SHORTCODE: shortcode,
    MPESA_B2C_INITIATOR: initiator,
    MPESA_B2C_SECURITY_CREDENTIAL: credential,
  } = settings;
  return createDaraja({
    baseUrl: MPESA_BASE_URL.replace(/\/+$/, ''),
    consumerKey: MPESA_CONSUMER_KEY,
    consumerSecret: MPESA_CONSUMER_SECRET,
    shortcode: MPESA_SHORTCODE,
    passkey: MPESA_PASSKEY,
    payouts:
      shortcode && initiator && credential
        ? { shortcode, initiator, securityCredential: credential }
        : null,
    callbackBase: settings.PUBLIC_URL,
    clock: systemClock,
  });
}

const inNairobi = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** yyyyMMddHHmmss in East Africa Time. */
export function stampOf(moment: Date) {
  const parts = new Map(inNairobi.formatToParts(moment).map(({ type, value }) => [type, value]));
  return ['year', 'month', 'day', 'hour', 'minute', 'second']
    .map((part) => parts.get(part as Intl.DateTimeFormatPartTypes))
    .join('');
}

export const passwordOf = (shortcode: string, passkey: string, stamp: string) =>
  Buffer.from(`${shortcode}${passkey}${stamp}`).toString('base64');

export const msisdnOf = (phoneNumber: string) =>
  phoneNumber.replace(/^\+/, '').replace(/^0/, '254');
