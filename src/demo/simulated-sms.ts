import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { measureSms } from '#rules/text/sms.ts';
import { createDeliveries } from './simulated-mpesa.ts';

/** The demo's phones dial it for the menu. */
export const SERVICE_CODE = '*384*77#';

export const simulatedSmsAccount = {
  username: 'demo',
  apiKey: 'demo-key',
  sender: '22384',
  callbackSecret: 'the-demo-tells-everyone',
} as const;

const MESSAGES_KEPT = 500;
const COST_OF_PART_KES = 0.8;
const NETWORK_CODE = '63902';

type SimulatedMessage = {
  id: string;
  to: string;
  text: string;
  sentAt: Date;
  report: string | null;
};

/** `right`, or an observed failure. A number is the recipient's statusCode. */
export type SmsBehaviour = {
  send: 'right' | 'broken' | 'garbled' | 'untaken' | 'takenSilently' | 'unknownSender' | number;
  reports: 'Success' | 'Failed' | 'none';
};

const sendCall = z.object({
  username: z.literal(simulatedSmsAccount.username),
  to: z.string().check(z.regex(/^\+254[17]\d{8}$/)),
  message: z.string().check(z.minLength(1)),
  from: z.literal(simulatedSmsAccount.sender),
  bulkSMSMode: z.literal('1'),
});

/** `post` sends the service's form to one of the application's paths. */
type Options = {
  clock: Clock;
  post: (path: string, form: Record<string, string>) => Promise<string>;
};

/** Its calls to the application can be lost, duplicated, late, or reordered. */
export function createSimulatedSms({ clock, post }: Options) {
  const messages: SimulatedMessage[] = [];
  const behaviour: SmsBehaviour = { send: 'right', reports: 'Success' };
  const deliveries = createDeliveries(
    async (path, form) => void (await post(path, form as Record<string, string>)),
  );
  const path = (kind: string) => `/api/${kind}/${simulatedSmsAccount.callbackSecret}`;

  const take = (to: string, text: string): SimulatedMessage => {
    const message = { id: `ATXid_${randomUUID()}`, to, text, sentAt: clock(), report: null };
    messages.unshift(message);
    messages.length = Math.min(messages.length, MESSAGES_KEPT);
    return message;
  };
  const report = (message: SimulatedMessage, status: string, failureReason?: string) => {
    message.report = status;
    deliveries.send(path('sms/report'), {
      id: message.id,
      status,
      phoneNumber: message.to,
      networkCode: NETWORK_CODE,
      retryCount: '0',
      ...(failureReason && { failureReason }),
    });
  };

  const app = new Hono();
  app.post('/version1/messaging', async (c) => {
    const call = sendCall.safeParse(await c.req.parseBody());
    if (c.req.header('apiKey') !== simulatedSmsAccount.apiKey)
      return c.text('The supplied authentication is invalid', 401);
    if (!call.success) return c.text('Invalid request', 400);
    if (behaviour.send === 'broken') return c.text('Service Unavailable', 503);
    if (behaviour.send === 'garbled') return c.html('<h1>Bad gateway</h1>');
    if (behaviour.send === 'untaken') return silence(c);
    if (behaviour.send === 'unknownSender')
      return c.json({ SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }, 201);
    const { to, message: text } = call.data;
    if (typeof behaviour.send === 'number') {
      const failed = {
        statusCode: behaviour.send,
        number: to,
        status: 'Failed',
        cost: '0',
        messageId: 'None',
      };
      return c.json({ SMSMessageData: { Message: 'Sent to 0/1', Recipients: [failed] } }, 201);
    }
    const message = take(to, text);
    if (behaviour.reports !== 'none')
      report(
        message,
        behaviour.reports,
        behaviour.reports === 'Failed' ? 'AbsentSubscriber' : undefined,
      );
    if (behaviour.send === 'takenSilently') return silence(c);
    const cost = `KES ${(measureSms(text).parts * COST_OF_PART_KES).toFixed(4)}`;
    const taken = { statusCode: 101, number: to, status: 'Success', cost, messageId: message.id };
    return c.json(
      { SMSMessageData: { Message: `Sent to 1/1 Total Cost: ${cost}`, Recipients: [taken] } },
      201,
    );
  });
  return {
    app,
    messages,
    behaviour,
    delivery: deliveries.delivery,
    delivered: deliveries.delivered,
    report,
    /** An SMS to the service's number. The returned id can repeat it. */
    write(from: string, text: string, id: string = randomUUID()) {
      const date = clock().toISOString();
      deliveries.send(path('sms/incoming'), {
        from,
        to: simulatedSmsAccount.sender,
        text,
        date,
        id,
        linkId: '',
      });
      return id;
    },
    /** `text`: everything typed so far, joined by asterisks. Returns the application's answer. */
    dial: ({
      phoneNumber,
      sessionId,
      text,
    }: {
      phoneNumber: string;
      sessionId: string;
      text: string;
    }) =>
      post(path('ussd'), {
        sessionId,
        serviceCode: SERVICE_CODE,
        phoneNumber,
        networkCode: NETWORK_CODE,
        text,
      }),
  };
}

export async function startSimulatedSms(options: Options) {
  const { app, ...service } = createSimulatedSms(options);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  // As in create-demo.ts.
  server.keepAliveTimeout = 60_000;
  server.unref();
  return {
    ...service,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type SimulatedSms = Awaited<ReturnType<typeof startSimulatedSms>>;

/** Never answers, until the client gives up. */
const silence = (c: Context) =>
  new Promise<Response>((resolve) => {
    c.req.raw.signal.addEventListener('abort', () => resolve(c.body(null)));
  });

const KEPT_TEXTS = 100;
const KEPT_SESSIONS = 200;

type UssdSession = { id: string; text: string; screen: string; isOpen: boolean };
type SentText = { from: string; text: string; sentAt: Date };

/** An open menu on each phone, and the SMS that were written. */
export function createHandsets(sms: Pick<SimulatedSms, 'write' | 'dial'>, now: () => Date) {
  const sessions = new Map<string, UssdSession>();
  const sent: SentText[] = [];
  let changes = 0;

  async function step(number: string, session: UssdSession) {
    const answer = await sms
      .dial({ phoneNumber: number, sessionId: session.id, text: session.text })
      .catch(() => '');
    const [, kind, screen = ''] = /^(CON|END) ([\s\S]*)$/.exec(answer) ?? [];
    sessions.delete(number);
    sessions.set(number, { ...session, screen, isOpen: kind === 'CON' });
    const [oldest] = sessions.keys();
    if (sessions.size > KEPT_SESSIONS && oldest) sessions.delete(oldest);
    changes += 1;
  }

  return {
    /**
     * Null while the phone shows its inbox. An empty screen means that the network did not answer.
     */
    sessionOf: (number: string): UssdSession | null => sessions.get(number) ?? null,
    sentBy: (number: string) => sent.filter(({ from }) => from === number),
    changes: () => changes,
    /** Opens a menu, or answers the open one. Any other number is ignored. */
    async call(number: string, typed: string) {
      const session = sessions.get(number);
      if (session?.isOpen)
        await step(number, { ...session, text: session.text ? `${session.text}*${typed}` : typed });
      else if (typed.replaceAll(' ', '') === SERVICE_CODE)
        await step(number, { id: randomUUID(), text: '', screen: '', isOpen: false });
    },
    end(number: string) {
      if (sessions.delete(number)) changes += 1;
    },
    write(from: string, text: string) {
      sms.write(from, text);
      sent.unshift({ from, text, sentAt: now() });
      sent.length = Math.min(sent.length, KEPT_TEXTS);
      changes += 1;
    },
  };
}

export type Handsets = ReturnType<typeof createHandsets>;
