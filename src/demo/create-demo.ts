import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { PhotoStore } from '#photos/server/photo-store.ts';
import { createDaraja } from '#server/adapters/daraja.ts';
import type { Mail, Mailer } from '#server/adapters/mailer.ts';
import type { Mpesa } from '#server/adapters/mpesa.ts';
import { createSms, type Sms } from '#server/adapters/sms.ts';
import { systemClock } from '#server/clock.ts';
import { pageLanguage, type RequestEnv } from '#server/http/rest.ts';
import { type Behaviour, createDarajaEndpoints, simulatedAccount } from './daraja-endpoints.ts';
import { withDemoPhotos } from './demo-photos.ts';
import { demoLogins } from './logins.ts';
import { chosenNumber, DEMO_PIN, phonePage, stateOf } from './phone-page.ts';
import {
  answers,
  createSimulatedMpesa,
  type Deliver,
  type PhoneAnswer,
  type SimulatedMpesa,
} from './simulated-mpesa.ts';
import {
  createHandsets,
  SERVICE_CODE,
  type SimulatedSms,
  simulatedSmsAccount,
  startSimulatedSms,
} from './simulated-sms.ts';

const LATE_SECONDS = 90;

const TYPED_MAX = 40;

const SMS_TEXT_MAX = 1000;

/**
 * Polls for changes and reloads, unless the user is typing. Served as a file, because pages may not
 * run inline scripts.
 */
const phoneScript = `
const shown = document.body.dataset.state;
const pin = document.querySelector('input[name=pin]');
if (pin && matchMedia('(pointer: fine)').matches) pin.focus();
setInterval(async () => {
  if (document.hidden) return;
  try {
    const state = await (await fetch('/demo/phone/state')).text();
    const isTyping = pin && pin.value && state.split('.')[0] === shown.split('.')[0];
    const isWriting = [...document.querySelectorAll('[data-typed]')].some(({ value }) => value) || document.activeElement?.id === 'number';
    if (state !== shown && !isTyping && !isWriting) location.reload();
  } catch {}
}, 2000);
const typed = document.querySelector('.keypad [data-typed]');
const type = (text) => { typed.value = text; typed.setSelectionRange(text.length, text.length); };
for (const key of document.querySelectorAll('[data-key]')) key.addEventListener('click', () => type(typed.value + key.dataset.key));
document.querySelector('[data-clear]')?.addEventListener('click', () => type(typed.value.slice(0, -1)));
const left = document.querySelector('[data-ends]');
if (left) setInterval(() => {
  left.textContent = String(Math.max(0, Math.ceil((Number(left.dataset.ends) - Date.now()) / 1000)));
}, 500);
`;

const style = raw(`<style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:16px}
a{color:inherit}li{padding:12px 0;border-top:1px solid #8884}ul{list-style:none;padding:0}b.code{font-size:1.6rem;letter-spacing:.2em}
small{opacity:.75}iframe{width:100%;height:34rem;border:1px solid #8884;border-radius:12px;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere}
</style>`);

const logins = html`<p>There is a market already: log in as <b>${demoLogins.farmer}</b> (farmer) or <b>${demoLogins.buyer}</b> (buyer), both
with the password <b>${demoLogins.password}</b>. The code comes here.</p>`;

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
 * Simulates the outside world: a mail server, a mobile money network and an SMS service for the
 * real clients. Anybody who can open its pages can log in as anyone and pay with anyone's phone, so
 * the demo does not run with NODE_ENV=production or a real database. M-Pesa calls back to
 * `callbackBase`.
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

async function postForm(url: string, form: Record<string, string>) {
  return (await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).text();
}

type Options = { clock: Clock; deliver: Deliver };

export async function startSimulatedDaraja({ clock, deliver }: Options) {
  const mpesa = createSimulatedMpesa({ clock, deliver });
  const behaviour: Behaviour = { push: 'right', query: 'right', payout: 'right', status: 'right' };
  const { app, tokens } = createDarajaEndpoints(mpesa, behaviour);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  // The server must not keep the process alive. It closes idle connections late, because a busy
  // process could use one in that moment.
  server.keepAliveTimeout = 60_000;
  server.unref();
  return {
    mpesa,
    behaviour,
    tokens,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/* A tool for people who try the demo: plain, in English, without a script. */

type KeptMail = Mail & { id: number; sentAt: Date };

const page = (title: string, body: unknown) =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${style}</head><body><h1>${title}</h1>${body}</body></html>`;

const codeOf = (mail: KeptMail) => /^\d{6}$/m.exec(mail.text)?.[0];

const time = (date: Date) => date.toLocaleTimeString('en-KE', { timeZone: 'Africa/Nairobi' });

function mailboxPage(mails: KeptMail[], to: string) {
  const shown = mails.filter((mail) => mail.to.toLowerCase().includes(to.toLowerCase()));
  const rows = shown.map(
    (mail) =>
      html`<li><a href="/demo/mailbox/${mail.id}">${mail.subject}</a><br><small>to ${mail.to}, ${time(mail.sentAt)}</small>${
        codeOf(mail) ? html`<br><b class="code">${codeOf(mail)}</b>` : ''
      }</li>`,
  );
  const none = html`<p>No mail yet. Sign up, log in or ask for a new password, and the mail with the code appears here.</p>`;
  return page(
    'Demo mailbox',
    html`<p><a href="/demo/mailbox">Look again</a> · <a href="/demo/phone">Phones</a> · <a href="/">To the market</a></p>${logins}${rows.length ? html`<ul>${rows}</ul>` : none}`,
  );
}

function mailPage(mail: KeptMail) {
  return page(
    mail.subject,
    html`<p><a href="/demo/mailbox">Mailbox</a> · to ${mail.to}</p><iframe sandbox title="Mail" srcdoc="${mail.html}"></iframe><pre>${mail.text}</pre>`,
  );
}

export function phonePaths(mpesa: SimulatedMpesa, sms: SimulatedSms) {
  const handsets = createHandsets(sms, mpesa.clock);
  const backTo = (number: string) => `/demo/phone?number=${encodeURIComponent(number)}`;
  return new Hono<RequestEnv>()
    .get('/phone', (c) =>
      c.html(
        phonePage(mpesa, {
          sms,
          handsets,
          number: chosenNumber(c.req.query('number')),
          language: pageLanguage(c),
        }),
      ),
    )
    .get('/phone.js', (c) =>
      c.body(phoneScript, 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
      }),
    )
    .get('/phone/state', (c) =>
      c.text(stateOf(mpesa, { sms, handsets }), 200, { 'cache-control': 'no-store' }),
    )
    .post('/phone/keys', async (c) => {
      const { number: chosen, press, typed } = await c.req.parseBody();
      const number = chosenNumber(String(chosen));
      if (press === 'end') handsets.end(number);
      else await handsets.call(number, String(typed ?? '').slice(0, TYPED_MAX));
      return c.redirect(backTo(number), 303);
    })
    .post('/phone/sms', async (c) => {
      const { number: chosen, text } = await c.req.parseBody();
      const number = chosenNumber(String(chosen));
      if (typeof text === 'string' && text.trim())
        handsets.write(number, text.slice(0, SMS_TEXT_MAX));
      return c.redirect(backTo(number), 303);
    })
    .post('/phone/sms-network', async (c) => {
      const form = await c.req.parseBody();
      Object.assign(sms.delivery, {
        isLost: form.lose === 'on',
        isDoubled: form.double === 'on',
        isReordered: form.reorder === 'on',
        lateSeconds: form.late === 'on' ? LATE_SECONDS : 0,
      });
      sms.behaviour.send = form.down === 'on' ? 'broken' : 'right';
      return c.redirect(backTo(chosenNumber(String(form.number))), 303);
    })
    .post('/phone/delivery', async (c) => {
      const form = await c.req.parseBody();
      Object.assign(mpesa.delivery, {
        isLost: form.lose === 'on',
        isDoubled: form.double === 'on',
        lateSeconds: form.late === 'on' ? LATE_SECONDS : 0,
      });
      return c.redirect(backTo(chosenNumber(String(form.number))), 303);
    })
    .post('/phone/:id{[0-9]{1,9}}', async (c) => {
      const { pin, answer, number } = await c.req.parseBody();
      const prompt = mpesa.prompts.find(({ id }) => id === Number(c.req.param('id')));
      const chosen = answer === 'approve' && pin !== DEMO_PIN ? 'wrongPin' : answer;
      if (prompt && isAnswer(chosen)) mpesa.answer(prompt, chosen);
      return c.redirect(backTo(chosenNumber(String(number))), 303);
    });
}

const isAnswer = (value: unknown): value is PhoneAnswer =>
  typeof value === 'string' && Object.hasOwn(answers, value);
