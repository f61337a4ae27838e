import { Hono } from 'hono';
import type { RequestEnv } from '#server/http/request-context.ts';
import { pageLanguage } from '#server/http/request-language.ts';
import { answers, type PhoneAnswer } from './mpesa/prompts.ts';
import type { SimulatedMpesa } from './mpesa/simulated-mpesa.ts';
import { DEMO_PIN, phonePage, stateOf } from './phone-page.ts';

const LATE_SECONDS = 90;

/** /demo/phone: all phones of the demo on one page. */
export const phonePaths = (mpesa: SimulatedMpesa) =>
  new Hono<RequestEnv>()
    .get('/phone', (c) => c.html(phonePage(mpesa, pageLanguage(c))))
    .get('/phone.js', (c) =>
      c.body(phoneScript, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }),
    )
    /** A text that changes whenever the page would change. */
    .get('/phone/state', (c) => c.text(stateOf(mpesa), 200, { 'cache-control': 'no-store' }))
    .post('/phone/delivery', async (c) => {
      const form = await c.req.parseBody();
      Object.assign(mpesa.delivery, {
        isLost: form.lose === 'on',
        isDoubled: form.double === 'on',
        lateSeconds: form.late === 'on' ? LATE_SECONDS : 0,
      });
      return c.redirect('/demo/phone', 303);
    })
    .post('/phone/:id{[0-9]{1,9}}', async (c) => {
      const { pin, answer } = await c.req.parseBody();
      const prompt = mpesa.prompts.find(({ id }) => id === Number(c.req.param('id')));
      const chosen = answer === 'approve' && pin !== DEMO_PIN ? 'wrongPin' : answer;
      if (prompt && isAnswer(chosen)) mpesa.answer(prompt, chosen);
      return c.redirect('/demo/phone', 303);
    });

const isAnswer = (value: unknown): value is PhoneAnswer => typeof value === 'string' && Object.hasOwn(answers, value);

/**
 * Asks every two seconds whether there is something new to show, and shows it: the page is fetched again, unless a PIN is being typed
 * for a prompt that still rings. Counts the seconds that a prompt has left. Served as a file, because pages may run no others.
 */
const phoneScript = `
const shown = document.body.dataset.state;
const pin = document.querySelector('input[name=pin]');
if (pin && matchMedia('(pointer: fine)').matches) pin.focus();
setInterval(async () => {
  if (document.hidden) return;
  try {
    const state = await (await fetch('/demo/phone/state')).text();
    if (state !== shown && !(pin && pin.value && state.split('.')[0] === shown.split('.')[0])) location.reload();
  } catch {}
}, 2000);
const left = document.querySelector('[data-ends]');
if (left) setInterval(() => {
  left.textContent = String(Math.max(0, Math.ceil((Number(left.dataset.ends) - Date.now()) / 1000)));
}, 500);
`;
