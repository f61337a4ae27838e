import type { SmsBehaviour } from '#demo/simulated-sms.ts';
import { readSettings } from '#server/config.ts';
import { givenMarket, type OpenSms, openSms, services } from '#tests/setup/in-market.ts';

const to = '+254712345678';

describe('answers of the SMS service', () => {
  let sms: OpenSms;
  givenMarket();
  beforeEach(async () => {
    sms = await openSms();
  });

  test('an accepted message has an id and a price', async () => {
    expect(await services.sms?.send({ to, text: 'Habari' })).toEqual({
      kind: 'accepted',
      messageId: sms.messages[0]?.id,
      costCents: 80,
    });
    expect(sms.inbox(to)).toEqual(['Habari']);
  });

  test.each<[SmsBehaviour['send'], string]>([
    ['broken', 'down'],
    ['garbled', 'unknown'],
    ['untaken', 'unknown'],
    ['takenSilently', 'unknown'],
    ['unknownSender', 'down'],
    [402, 'down'],
    [405, 'down'],
    [500, 'later'],
    [502, 'later'],
    [401, 'refused'],
  ])('%s is %s', async (behaviour, kind) => {
    sms.behaviour.send = behaviour;
    expect(await services.sms?.send({ to, text: 'Habari' })).toMatchObject({ kind });
  });

  test('an unreachable service is down', async () => {
    await sms.whileDown(async () =>
      expect(await services.sms?.send({ to, text: 'Habari' })).toMatchObject({
        kind: 'down',
      }),
    );
  });
});

const all = {
  SMS_BASE_URL: 'https://api.example',
  SMS_USERNAME: 'soko',
  SMS_API_KEY: 'key',
  SMS_SENDER: '22384',
  SMS_CALLBACK_SECRET: 'a-secret-of-more-than-16',
  APP_SECRET: 'x'.repeat(32),
};

test('the settings of SMS are complete or absent', () => {
  expect(readSettings(all).SMS_SENDER).toBe('22384');
  const reading = (change: object) => () => readSettings({ ...all, ...change });
  expect(reading({ SMS_API_KEY: '' })).toThrow('needed or none. Still to set: SMS_API_KEY.');
  expect(reading({ SMS_SENDER: 'SOKO' })).toThrow('must be a number that can receive');
  expect(reading({ SMS_CALLBACK_SECRET: 'short' })).toThrow('must have at least 16 characters');
});
