import { expect, test } from 'vitest';
import { makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';

const YEAR_MILLISECONDS = 365 * 24 * 3600 * 1000;

test('F73: /.well-known/security.txt has a contact, and does not expire while the server runs', async () => {
  const market = await makeMarket();
  const read = async () => {
    const response = await market.request('/.well-known/security.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; ?charset=utf-8$/i),
    ]);
    const lines = (await response.text()).trimEnd().split('\n');
    return Object.fromEntries(
      lines.map((line) => [line.split(': ')[0], line.split(': ').slice(1).join(': ')]),
    );
  };
  const fields = await read();
  expect(fields).toEqual({
    Contact: 'mailto:help@test.example',
    Expires: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    'Preferred-Languages': 'en, sw',
    Canonical: 'http://localhost:3000/.well-known/security.txt',
  });
  const leftMilliseconds = (expires: string | undefined) =>
    Date.parse(expires ?? '') - market.services.clock().getTime();
  expect(leftMilliseconds(fields.Expires)).toBeGreaterThan(0);
  expect(leftMilliseconds(fields.Expires)).toBeLessThan(YEAR_MILLISECONDS);
  market.advance(2 * 365 * 24 * 3600);
  expect(leftMilliseconds((await read()).Expires)).toBeGreaterThan(0);
  report('F73', 'security.txt: four fields, and two years later still 180 days to its end');
});
