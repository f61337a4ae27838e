import * as z from 'zod/mini';
import type { Settings } from '../config.ts';
import { exchangeJson } from './exchange-json.ts';

type SmsToSend = { to: string; text: string };

export type SmsOutcome =
  | { kind: 'accepted'; messageId: string; costCents: number | null }
  /** Other messages would fail too. */
  | { kind: 'down'; reason: string }
  /** A retry may deliver the message twice. */
  | { kind: 'unknown'; reason: string }
  | { kind: 'later'; reason: string }
  | { kind: 'refused'; reason: string };

export type Sms = {
  send(message: SmsToSend): Promise<SmsOutcome>;
  sender: string;
  callbackSecret: string;
};

type SmsSettings = {
  baseUrl: string;
  username: string;
  apiKey: string;
  sender: string;
  callbackSecret: string;
  timeoutMilliseconds?: number;
};

const TIMEOUT_MILLISECONDS = 10_000;

const ACCEPTED = [100, 101, 102];
/** Wrong sender or no credit, which affect every message. */
const OF_THE_ACCOUNT = [402, 405];
const TRY_LATER = [500, 501, 502];
const GATEWAY_GAVE_UP = [502, 504];

const recipient = z.object({
  statusCode: z.number(),
  status: z.optional(z.string()),
  messageId: z.optional(z.string()),
  cost: z.optional(z.string()),
});
const answer = z.object({
  SMSMessageData: z.object({ Message: z.optional(z.string()), Recipients: z.array(recipient) }),
});

export function createSms({
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
  ...settings
}: SmsSettings): Sms {
  return {
    sender: settings.sender,
    callbackSecret: settings.callbackSecret,
    async send({ to, text }) {
      const body = new URLSearchParams({
        username: settings.username,
        to,
        message: text,
        from: settings.sender,
        bulkSMSMode: '1',
        enqueue: '1',
      });
      const url = new URL(`${settings.baseUrl}/version1/messaging`);
      const exchange = await exchangeJson({
        url,
        headers: { apiKey: settings.apiKey },
        body,
        timeoutMilliseconds,
      });
      if (exchange.got === 'nothing' && !exchange.wasSent)
        return { kind: 'down', reason: 'it could not be reached' };
      return readAnswer({
        status: exchange.status,
        body: exchange.got === 'json' ? exchange.body : null,
      });
    },
  };
}

function readAnswer({ status, body }: { status: number | null; body: unknown }): SmsOutcome {
  if (status === null || GATEWAY_GAVE_UP.includes(status))
    return { kind: 'unknown', reason: 'its answer was lost' };
  // The message itself is at fault, and must not block others.
  if (status === 400 || status === 413 || status === 422)
    return { kind: 'refused', reason: `it answered ${status}` };
  if (status < 200 || status > 299) return { kind: 'down', reason: `it answered ${status}` };
  const parsed = answer.safeParse(body);
  if (!parsed.success)
    return { kind: 'unknown', reason: 'it answered something else than it should' };
  const { Message: message = '', Recipients: recipients } = parsed.data.SMSMessageData;
  const [told] = recipients;
  // An unregistered sender is reported here, without any recipients.
  if (!told) return { kind: 'down', reason: message.slice(0, 100) };
  const reason = `${told.statusCode} ${(told.status ?? '').slice(0, 60)}`;
  if (ACCEPTED.includes(told.statusCode)) {
    return {
      kind: 'accepted',
      messageId: (told.messageId ?? '').slice(0, 100),
      costCents: centsOfCost(told.cost),
    };
  }
  if (OF_THE_ACCOUNT.includes(told.statusCode)) return { kind: 'down', reason };
  return { kind: TRY_LATER.includes(told.statusCode) ? 'later' : 'refused', reason };
}

function centsOfCost(cost = '') {
  const amount = /^KES (\d{1,6}(?:\.\d{1,6})?)$/.exec(cost)?.[1];
  return amount === undefined ? null : Math.round(Number(amount) * 100);
}

export function connectSms(settings: Settings): Sms | null {
  const { SMS_BASE_URL, SMS_USERNAME, SMS_API_KEY, SMS_SENDER, SMS_CALLBACK_SECRET } = settings;
  if (!SMS_BASE_URL || !SMS_USERNAME || !SMS_API_KEY || !SMS_SENDER || !SMS_CALLBACK_SECRET)
    return null;
  return createSms({
    baseUrl: SMS_BASE_URL.replace(/\/+$/, ''),
    username: SMS_USERNAME,
    apiKey: SMS_API_KEY,
    sender: SMS_SENDER,
    callbackSecret: SMS_CALLBACK_SECRET,
  });
}
