import { Hono } from 'hono';
import type { RequestEnv } from '#platform/server/http/request-env.ts';
import { pageLanguage } from '#platform/server/http/request-language.ts';
import { chosenNumber } from './handset-page.ts';
import { answers, type PhoneAnswer } from './mpesa/prompts.ts';
import type { SimulatedMpesa } from './mpesa/simulated-mpesa.ts';
import { DEMO_PIN, phonePage, stateOf } from './phone-page.ts';
import { createHandsets } from './sms/handsets.ts';
import type { SimulatedSms } from './sms/simulated-sms.ts';

const LATE_SECONDS = 90;
const TYPED_MAX = 40;
const SMS_TEXT_MAX = 1000;

/** /demo/phone: all phones of the demo on one page. */
export function phonePaths(mpesa: SimulatedMpesa, sms: SimulatedSms) {
  const handsets = createHandsets(sms, mpesa.clock);
  const backTo = (number: string) => `/demo/phone?number=${encodeURIComponent(number)}`;
  return (
    new Hono<RequestEnv>()
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
      /** A text that changes whenever the page would change. */
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
      })
  );
}

const isAnswer = (value: unknown): value is PhoneAnswer =>
  typeof value === 'string' && Object.hasOwn(answers, value);

/**
 * Polls every two seconds for changes. Reloads the page on a change, unless the user is typing a
 * PIN for a prompt that still rings, or another text. Makes the keys of the phone type, and counts
 * down the seconds of a prompt. Served as a file, because pages may not run inline scripts.
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
