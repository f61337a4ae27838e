import {
  db,
  FARM_PHONE,
  givenPhones,
  logged,
  makeTestBuyer,
  order,
  phone,
  request,
  rowsOf,
  services,
  sql,
} from '#tests/setup/in-market.ts';

/** `npm test` sends a sample on the embedded database (tests/run-tests.ts). */
const TEXTS = Number(process.env.HOSTILE_INPUTS ?? 10_000);
const PIECES = [
  'NDIO',
  'yes',
  'HAPANA?',
  'STOKI',
  '-1',
  '1e9',
  '0',
  '*',
  '#',
  '😀',
  '\0',
  '\ud800',
  ' ',
  '\n',
  '1 1',
  '%00',
  "';--",
  'x'.repeat(300),
  '99',
  '1*'.repeat(300),
];

/** The same texts in every run: a linear congruential generator picks the pieces. */
function* generatedTexts(count: number) {
  let seed = 20_261_123;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let made = 0; made < count; made++)
    yield Array.from({ length: 1 + next(6) }, () => PIECES[next(PIECES.length)]).join('');
}

givenPhones();

async function expectNothingChanged(count: number) {
  // Order ids are far from any number that the pieces form.
  await db.execute(sql`select setval(pg_get_serial_sequence('orders', 'id'), 700000)`);
  // Two, because a command without a number would be about the only one.
  const orders = [];
  for (const _ of ['first', 'second']) orders.push(await order(1, {}, await makeTestBuyer()));
  const send = (path: string, form: Record<string, string>) =>
    request(`/api/${path}/${services.sms?.callbackSecret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  let at = 0;
  for (const text of generatedTexts(count)) {
    at += 1;
    const incoming = await send('sms/incoming', {
      from: FARM_PHONE,
      to: 'SOKO',
      text,
      id: `id-${at}`,
    });
    const ussd = await send('ussd', {
      sessionId: `s-${at}`,
      phoneNumber: FARM_PHONE,
      text: text.replaceAll('1 1', '9'),
    });
    const report = await send('sms/report', {
      id: text,
      phoneNumber: FARM_PHONE,
      status: at % 10 === 0 ? 'Failed' : text,
      failureReason: text,
    });
    expect([incoming.status, ussd.status, report.status]).toEqual([200, 200, 200]);
    expect(await ussd.text()).toMatch(/^(CON|END) /);
  }
  for (const path of ['sms/incoming', 'sms/report', 'ussd']) {
    expect((await send(path, { text: 'x'.repeat(1_000_000) })).status).toBe(413);
    expect((await send(path, {})).status).toBe(200);
  }
  await phone.settle();
  expect(await rowsOf(sql`select status from orders`)).toEqual(
    orders.map(() => ({ status: 'pending' })),
  );
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([]);
}

test('generated texts cause no failure and change nothing', { timeout: 600_000 }, () =>
  expectNothingChanged(TEXTS),
);
