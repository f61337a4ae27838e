import { advance, now, openMarket, request } from '#tests/setup/in-market.ts';

const YEAR_MILLISECONDS = 365 * 24 * 3600 * 1000;

test('F73: /.well-known/security.txt has a contact, and does not expire while the server runs', async () => {
  await openMarket();
  const read = async () => {
    const response = await request('/.well-known/security.txt');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
    const lines = (await response.text()).trimEnd().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)));
  };
  const leftMilliseconds = async () => Date.parse((await read()).Expires) - now().getTime();
  expect(await read()).toEqual({
    Contact: 'mailto:help@test.example',
    Expires: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    'Preferred-Languages': 'en, sw',
    Canonical: 'http://localhost:3000/.well-known/security.txt',
  });
  expect(await leftMilliseconds()).toBeLessThan(YEAR_MILLISECONDS);
  advance(2 * 365 * 24 * 3600);
  expect(await leftMilliseconds()).toBeGreaterThan(0);
});
