import { type SimulatedSms, simulatedSmsAccount, startSimulatedSms } from '#demo/simulated-sms.ts';
import { createSms } from '#server/adapters/sms.ts';
import type { Market } from './market.ts';

const TIMEOUT_MILLISECONDS = 2500;
/** Not one that fetch itself refuses, because then no connection would be tried. */
const CLOSED_PORT = 'http://127.0.0.1:2';

type Kept = { market: Market; service: SimulatedSms };
const kept = globalThis as typeof globalThis & { testSms?: Promise<Kept> };

export async function openSms(market: Market) {
  kept.testSms ??= start(market);
  const opened = await kept.testSms;
  opened.market = market;
  const { service } = opened;
  service.messages.length = 0;
  Object.assign(service.behaviour, { send: 'right', reports: 'Success' });
  const onTime = { isLost: false, isDoubled: false, isReordered: false, lateSeconds: 0 };
  Object.assign(service.delivery, onTime);
  const connect = (baseUrl: string) => {
    market.services.sms = createSms({
      ...simulatedSmsAccount,
      baseUrl,
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    });
  };
  connect(service.baseUrl);
  return {
    ...service,
    inbox: (phoneNumber: string) =>
      service.messages.filter(({ to }) => to === phoneNumber).map(({ text }) => text),
    lastCode(phoneNumber: string): string {
      const newest = service.messages.find(({ to }) => to === phoneNumber);
      const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0];
      if (!code) throw new Error(`No SMS to ${phoneNumber} holds a code`);
      return code;
    },
    async whileDown(work: () => Promise<void>) {
      connect(CLOSED_PORT);
      await work();
      connect(service.baseUrl);
    },
  };
}

export type OpenSms = Awaited<ReturnType<typeof openSms>>;

export async function enterCode(
  { market, sms }: { market: Market; sms: OpenSms },
  { token, phoneNumber }: { token: string; phoneNumber: string },
) {
  const person = market.caller({ token });
  const purpose = 'verify-phone';
  await person.otp.send({ phoneNumber, purpose });
  return person.otp.verify({ phoneNumber, purpose, otp: sms.lastCode(phoneNumber) });
}

async function start(market: Market): Promise<Kept> {
  const opened = { market } as Kept;
  opened.service = await startSimulatedSms({
    clock: () => opened.market.services.clock(),
    post: async (path, form) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams(form).toString();
      return (await opened.market.request(path, { headers, body })).text();
    },
  });
  return opened;
}
