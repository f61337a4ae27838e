import { Hono } from 'hono';
import type { PhotoStore } from '#features/photos/server/photo-store.ts';
import { createDaraja } from '#platform/server/adapters/daraja/daraja.ts';
import type { Mailer } from '#platform/server/adapters/mailer.ts';
import type { Mpesa } from '#platform/server/adapters/mpesa.ts';
import { createSms, type Sms } from '#platform/server/adapters/sms.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';
import { withDemoPhotos } from './demo-photos.ts';
import { type KeptMail, mailboxPage, mailPage } from './mailbox-pages.ts';
import { simulatedAccount } from './mpesa/daraja-endpoints.ts';
import { startSimulatedDaraja } from './mpesa/start-simulated-daraja.ts';
import { phonePaths } from './phone-paths.ts';
import { SERVICE_CODE, simulatedSmsAccount, startSimulatedSms } from './sms/simulated-sms.ts';

const KEPT_MAILS = 200;
const HANG_UP_MILLISECONDS = 1000;

export type Demo = {
  mailer: Mailer;
  mpesa: Mpesa;
  sms: Sms;
  ussdCode: string;
  withPhotos: (store: PhotoStore) => PhotoStore;
  pages: Hono<RequestEnv>;
  stop: () => Promise<void>;
};

/**
 * A simulated outside world: a mail server that stores its mails, a mobile money network and an SMS
 * service for the real clients, pages that show them, and the photos of the farms. Anybody who can
 * open those pages can log in as anyone and pay with anyone's phone, so the demo does not run with
 * NODE_ENV=production or a real database.
 * @param callbackBase the application's own address, for M-Pesa's callbacks
 */
export async function createDemo(callbackBase: string): Promise<Demo> {
  const mails: KeptMail[] = [];
  let nextId = 1;
  const mailer: Mailer = {
    async send(mail) {
      mails.unshift({ ...mail, id: nextId++, sentAt: new Date() });
      mails.length = Math.min(mails.length, KEPT_MAILS);
    },
    close: () => {},
  };
  const daraja = await startSimulatedDaraja({ clock: systemClock, deliver: postJson });
  const sms = await startSimulatedSms({
    clock: systemClock,
    post: (path, form) => postForm(`${callbackBase}${path}`, form),
  });
  const hangingUp = setInterval(() => daraja.mpesa.hangUp(), HANG_UP_MILLISECONDS);
  hangingUp.unref();
  const pages = new Hono<RequestEnv>()
    .get('/mailbox', (c) => c.html(mailboxPage(mails, c.req.query('to') ?? '')))
    .get('/mailbox/:id{[0-9]+}', (c) => {
      const mail = mails.find(({ id }) => id === Number(c.req.param('id')));
      return mail ? c.html(mailPage(mail)) : c.notFound();
    })
    .route('/', phonePaths(daraja.mpesa, sms));
  return {
    mailer,
    mpesa: createDaraja({
      ...simulatedAccount,
      baseUrl: daraja.baseUrl,
      callbackBase,
      clock: systemClock,
    }),
    sms: createSms({ ...simulatedSmsAccount, baseUrl: sms.baseUrl }),
    ussdCode: SERVICE_CODE,
    withPhotos: withDemoPhotos,
    pages,
    async stop() {
      clearInterval(hangingUp);
      await daraja.stop();
      await sms.stop();
    },
  };
}

async function postJson(url: string, body: unknown) {
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function postForm(url: string, form: Record<string, string>): Promise<string> {
  return (await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).text();
}
