import { Hono } from 'hono';
import { phonePaths } from '#demo/create-demo.ts';
import { createSimulatedMpesa, type SimulatedMpesa } from '#demo/simulated-mpesa.ts';
import { type SimulatedSms, startSimulatedSms } from '#demo/simulated-sms.ts';
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
const page = async (query = '') => (await app.request(`/demo/phone?${query}`)).text();
const stateNow = async () => (await app.request('/demo/phone/state')).text();
const post = (path: string, form: Record<string, string>) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(form) });

test("the demo's phone page shows who is asked for how much, in both languages, and runs no inline script", async () => {
  ring();
  expect(await page()).toContain('Pay KES 1,250 to SokoShamba, account no. SS7?');
  expect(await page('language=sw')).toContain('Weka PIN yako ya M-Pesa');
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
])("the demo's phone page takes %j once, and ignores an unknown answer", async (form, result) => {
  const { id } = ring();
  const state = await stateNow();
  await post(`/demo/phone/${id}`, { answer: '__proto__' });
  expect((await post(`/demo/phone/${id}`, form)).status).toBe(303);
  await post(`/demo/phone/${id}`, { answer: 'cancel' });
  await mpesa.delivered();
  expect(heard).toHaveLength(1);
  expect(heard[0]).toContain(result);
  expect(await stateNow()).not.toBe(state);
});

const number = '+254712000111';
const shown = () => page(`number=${encodeURIComponent('0712 000 111')}`);
const press = (form: Record<string, string>) => post('/demo/phone/keys', { number, ...form });

test('the feature phone shows the SMS to its own number only, as text', async () => {
  for (const sent of [
    { to: number, message: 'Oda 5: <b>40 kg</b>' },
    { to: '+254712000112', message: 'for another' },
  ]) {
    const body = new URLSearchParams({
      username: 'demo',
      from: '22384',
      bulkSMSMode: '1',
      ...sent,
    });
    const headers = { apiKey: 'demo-key' };
    await fetch(`${sms.baseUrl}/version1/messaging`, { method: 'POST', headers, body });
  }
  expect(await shown()).toContain('Oda 5: &lt;b&gt;40 kg&lt;/b&gt;');
  expect(await shown()).not.toContain('for another');
});

test('the feature phone opens the menu, answers it step by step, and returns to the inbox at the end', async () => {
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

test('the feature phone sends an SMS as the service does', async () => {
  await post('/demo/phone/sms', { number, text: 'ODA' });
  await sms.delivered();
  expect(calls).toMatchObject([{ form: { from: number, text: 'ODA' } }]);
});
