import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSimulatedMpesa, type SimulatedMpesa } from '../../../src/server/demo/mpesa/simulated-mpesa.ts';
import { phonePaths } from '../../../src/server/demo/phone-paths.ts';
import { START } from '../../setup/market.ts';

let mpesa: SimulatedMpesa;
let heard: string[];
let app: Hono;

beforeEach(() => {
  heard = [];
  mpesa = createSimulatedMpesa({ clock: () => START, deliver: async (_, body) => void heard.push(JSON.stringify(body)) });
  app = new Hono().route('/demo', phonePaths(mpesa));
});

const ring = () => mpesa.ring({ msisdn: '254722000111', amount: 1250, reference: 'SS7', callbackUrl: 'http://localhost/x' });
const page = async (language = 'en') => (await app.request(`/demo/phone?language=${language}`)).text();
const post = (path: string, form: Record<string, string>) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(form) });

describe("the page of the demo's phones", () => {
  test('shows who is asked for how much, in both languages, and runs no script of its own', async () => {
    ring();
    expect(await page()).toContain('Do you want to pay KES 1,250 to SokoShamba, account no. SS7?');
    expect(await page('sw')).toContain('Weka PIN yako ya M-Pesa');
    expect(await page()).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=/);
    expect((await app.request('/demo/phone.js')).headers.get('content-type')).toContain('text/javascript');
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

  test('loses the message, or sends it twice, when told to', async () => {
    await post('/demo/phone/delivery', { lose: 'on' });
    mpesa.answer(ring(), 'approve');
    await mpesa.delivered();
    expect(heard).toHaveLength(0);
    await post('/demo/phone/delivery', { double: 'on' });
    mpesa.answer(ring(), 'approve');
    await mpesa.delivered();
    expect(heard).toHaveLength(2);
  });

  test.each(['toString', '__proto__', '', 'none of these'])('does nothing for the answer %j', async (answer) => {
    const { id } = ring();
    await post(`/demo/phone/${id}`, { answer });
    await mpesa.delivered();
    expect(heard).toEqual([]);
  });
});
