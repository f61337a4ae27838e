import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSimulatedMpesa, type SimulatedMpesa } from '#demo/mpesa/simulated-mpesa.ts';
import { phonePaths } from '#demo/phone-paths.ts';
import { type SimulatedSms, startSimulatedSms } from '#demo/sms/simulated-sms.ts';
import { START } from '#tests/setup/market.ts';

let mpesa: SimulatedMpesa;
let heard: string[];
let app: Hono;
let sms: SimulatedSms;
let calls: { path: string; form: Record<string, string> }[];

beforeAll(async () => {
  const post = async (path: string, form: Record<string, string>) => {
    calls.push({ path, form });
    return form.text === '2' ? 'END Asante' : 'CON 1 My orders\n2 My <stock>';
  };
  sms = await startSimulatedSms({ clock: () => START, post });
});
afterAll(() => sms.stop());

beforeEach(() => {
  heard = [];
  calls = [];
  sms.messages.length = 0;
  mpesa = createSimulatedMpesa({
    clock: () => START,
    deliver: async (_, body) => void heard.push(JSON.stringify(body)),
  });
  app = new Hono().route('/demo', phonePaths(mpesa, sms));
});

const ring = () =>
  mpesa.ring({
    msisdn: '254722000111',
    amount: 1250,
    reference: 'SS7',
    callbackUrl: 'http://localhost/x',
  });
const page = async (language = 'en') =>
  (await app.request(`/demo/phone?language=${language}`)).text();
const post = (path: string, form: Record<string, string>) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(form) });

describe("the demo's phone page", () => {
  test('shows who is asked for how much, in both languages, and runs no inline script', async () => {
    ring();
    expect(await page()).toContain('Do you want to pay KES 1,250 to SokoShamba, account no. SS7?');
    expect(await page('sw')).toContain('Weka PIN yako ya M-Pesa');
    expect(await page()).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=/);
    expect((await app.request('/demo/phone.js')).headers.get('content-type')).toContain(
      'text/javascript',
    );
  });

  test.each([
    [{ answer: 'approve', pin: '1234' }, '"ResultCode":0'],
    [{ answer: 'approve', pin: '9999' }, '"ResultCode":2001'],
    [{ answer: 'cancel' }, '"ResultCode":1032'],
    [{ answer: 'insufficient' }, '"ResultCode":1,'],
  ])('takes %j once', async (form, result) => {
    const { id } = ring();
    const state = await (await app.request('/demo/phone/state')).text();
    expect((await post(`/demo/phone/${id}`, form)).status).toBe(303);
    await post(`/demo/phone/${id}`, { answer: 'cancel' });
    await mpesa.delivered();
    expect(heard).toHaveLength(1);
    expect(heard[0]).toContain(result);
    expect(await (await app.request('/demo/phone/state')).text()).not.toBe(state);
  });

  test('keeps the chosen phone, whatever is answered on the other', async () => {
    const { id } = ring();
    const number = '+254722000111';
    for (const path of [`/demo/phone/${id}`, '/demo/phone/delivery']) {
      const answer = await post(path, { answer: 'cancel', number });
      expect(answer.headers.get('location')).toBe(
        `/demo/phone?number=${encodeURIComponent(number)}`,
      );
    }
  });

  test('loses the callback, or sends it twice, when told to', async () => {
    await post('/demo/phone/delivery', { lose: 'on' });
    mpesa.answer(ring(), 'approve');
    await mpesa.delivered();
    expect(heard).toHaveLength(0);
    await post('/demo/phone/delivery', { double: 'on' });
    mpesa.answer(ring(), 'approve');
    await mpesa.delivered();
    expect(heard).toHaveLength(2);
  });

  test.each(['toString', '__proto__', '', 'none of these'])(
    'ignores the answer %j',
    async (answer) => {
      const { id } = ring();
      await post(`/demo/phone/${id}`, { answer });
      await mpesa.delivered();
      expect(heard).toEqual([]);
    },
  );
});

describe('the feature phone', () => {
  const number = '+254712000111';
  const shown = async () =>
    (await app.request(`/demo/phone?number=${encodeURIComponent('0712 000 111')}`)).text();
  const press = (form: Record<string, string>) => post('/demo/phone/keys', { number, ...form });

  test('shows the SMS to its own number only, as text', async () => {
    for (const [to, text] of [
      [number, 'Oda 5: <b>40 kg</b>'],
      ['+254712000112', 'for another'],
    ]) {
      const form = {
        username: 'demo',
        to: to ?? '',
        message: text ?? '',
        from: '22384',
        bulkSMSMode: '1',
      };
      const headers = { apiKey: 'demo-key' };
      await fetch(`${sms.baseUrl}/version1/messaging`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form),
      });
    }
    expect(await shown()).toContain('Oda 5: &lt;b&gt;40 kg&lt;/b&gt;');
    expect(await shown()).not.toContain('for another');
  });

  test('opens the menu, answers it step by step, and returns to the inbox at the end', async () => {
    await press({ press: 'call', typed: '*384*77#' });
    expect(await shown()).toContain('1 My orders\n2 My &lt;stock&gt;');
    await press({ press: 'call', typed: '1' });
    await press({ press: 'call', typed: '4' });
    expect(calls.map(({ form }) => form.text)).toEqual(['', '1', '1*4']);
    expect(new Set(calls.map(({ form }) => form.sessionId)).size).toBe(1);
    await press({ press: 'end' });
    expect(await shown()).toContain('No SMS yet.');
    await press({ press: 'call', typed: '*384*77#' });
    await press({ press: 'call', typed: '2' });
    expect(await shown()).toContain('Asante');
    await press({ press: 'call', typed: '999' });
    expect(calls).toHaveLength(5);
  });

  test('sends an SMS as the service does, and loses it or sends it twice when told to', async () => {
    await post('/demo/phone/sms', { number, text: 'ODA' });
    await sms.delivered();
    expect(calls).toMatchObject([{ form: { from: number, text: 'ODA' } }]);
    await post('/demo/phone/sms-network', { number, lose: 'on' });
    await post('/demo/phone/sms', { number, text: 'PESA' });
    await post('/demo/phone/sms-network', { number, double: 'on' });
    await post('/demo/phone/sms', { number, text: 'STOKI' });
    await sms.delivered();
    expect(calls.map(({ form }) => form.text)).toEqual(['ODA', 'STOKI', 'STOKI']);
    await post('/demo/phone/sms-network', { number });
  });

  test.each(['', '12', '+44 20 7946 0000', '<script>'])(
    'uses the demo farmer for %j',
    async (typed) => {
      const page = await (
        await app.request(`/demo/phone?number=${encodeURIComponent(typed)}`)
      ).text();
      expect(page).toContain('0711 000 222');
    },
  );
});
