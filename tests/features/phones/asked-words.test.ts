import { answerWords, handleSms } from '#phones/server/receive-sms.ts';
import {
  advance,
  changeOrder,
  codeOf,
  countRows,
  db,
  FARM_PHONE,
  givenPhones,
  now,
  PIN,
  phone,
  rowsOf,
  services,
  sms,
  sql,
  statusOf,
  toldOrder,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones();

/** A database whose process dies before the n-th transaction. */
function dyingBefore(n: number): Database {
  let count = 0;
  const transaction: Database['transaction'] = (run) => {
    count += 1;
    return count >= n ? Promise.reject(new Error('the process was killed')) : db.transaction(run);
  };
  return Object.create(db, { transaction: { value: transaction } });
}

/** An SMS arrives, and the server dies while handling it, without a retry yet. */
async function writeToDying(text: string, n: number) {
  sms.write(FARM_PHONE, text);
  await sms.delivered();
  const [inbound] = await rowsOf(
    sql`select id from sms_inbound where handled_at is null order by id desc`,
  );
  const message = { inboundId: Number(inbound?.id), attempt: 1 };
  await handleSms(dyingBefore(n), message, services).catch(() => {});
  await db.execute(sql`update outbox_messages set attempts = 1 where kind = 'smsReceived'`);
}

// No command uses more transactions.
describe.each([1, 2, 3, 4])('a server that is killed before transaction %i', (n) => {
  test('carries out what was confirmed after a restart', async () => {
    const id = await toldOrder();
    await writes(`HAPANA ${id}`, 'Jibu SAWA');
    await writeToDying('SAWA', n);
    await phone.settle();
    expect(phone.last()).toContain(`Oda ${id} imekataliwa`);
    expect(await statusOf(id)).toBe('rejected');
    expect(await phone.write('SAWA')).toBe('Hakuna kinachosubiri jibu lako.');
  });

  test('carries out what asked for the PIN', async () => {
    const id = await toldOrder();
    await phone.write(`NDIO ${id}`);
    await phone.write(`NIMETUMA ${id}`);
    await changeOrder(id, { totalCents: 2_000_100 });
    await writes(`MSIMBO ${id} ${codeOf(id)}`, 'PIN');
    await writeToDying(PIN, n);
    await phone.settle();
    expect(phone.last()).toContain(`Oda ${id} imekamilika`);
    expect(await statusOf(id)).toBe('completed');
  });

  test('asks again for a confirmation it had not sent', async () => {
    const id = await toldOrder();
    await writeToDying(`HAPANA ${id}`, n);
    await phone.settle();
    expect(phone.last()).toContain('Jibu SAWA');
    await writes('SAWA', 'imekataliwa');
  });

  const tries = () => rowsOf(sql`select handover_tries, pin_tries from orders, phone_lines`);
  const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

  test('counts a wrong PIN once', async () => {
    const id = await toldOrder();
    await db.execute(sql`update phone_lines set sim_changed_at = now()`);
    await writes(`NDIO ${id}`, 'PIN yako');
    await writeToDying(wrong(PIN), n);
    await phone.settle();
    expect(phone.last()).toBe('PIN si sahihi. Umebakisha nafasi 4.');
    expect(await tries()).toMatchObject([{ pin_tries: 1 }]);
    await phone.write(wrong(PIN));
    expect(await tries()).toMatchObject([{ pin_tries: 2 }]);
    await writes(PIN, `Oda ${id} imekubaliwa`);
  });

  test('counts a wrong code once', async () => {
    const id = await toldOrder();
    await phone.write(`NDIO ${id}`);
    await phone.write(`NIMETUMA ${id}`);
    await writeToDying(`MSIMBO ${id} ${wrong(codeOf(id))}`, n);
    await phone.settle();
    expect(await tries()).toMatchObject([{ handover_tries: 1 }]);
    await phone.write(`MSIMBO ${id} ${wrong(codeOf(id))}`);
    expect(await tries()).toMatchObject([{ handover_tries: 2 }]);
    await writes(`MSIMBO ${id} ${codeOf(id)}`, `Oda ${id} imekamilika`);
  });

  test('takes a command without a number for the same order after a restart', async () => {
    const id = await toldOrder();
    await writeToDying('ndio', n);
    advance(1);
    const newer = await toldOrder();
    await phone.settle();
    expect([await statusOf(id), await statusOf(newer)]).toEqual(['confirmed', 'pending']);
    expect(sms.inbox(FARM_PHONE).join('\n')).toMatch(new RegExp(`Oda ${id}(:)? imekubaliwa`));
  });
});

test('a confirmation that a killed server left is not applied to a later question', async () => {
  const [first, second] = [await toldOrder(), await toldOrder()];
  await phone.write(`HAPANA ${first}`);
  await writeToDying('SAWA', 1);
  await db.execute(
    sql`update outbox_messages set available_at = available_at + interval '1 minute' where kind = 'smsReceived'`,
  );
  advance(30);
  await writes(`HAPANA ${second}`, 'Jibu SAWA');
  advance(30);
  await phone.settle();
  expect(phone.last()).toContain(`Oda ipi? ${second}, ${first}.`);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'pending']);
  await writes(`SAWA ${second}`, `Oda ${second} imekataliwa`);
});

describe('NDIO while the rejection of its order waits for SAWA', () => {
  test.each(['Ndio', 'ndio $id'])('"%s" does neither, and asks', async (text) => {
    const id = await toldOrder();
    await phone.write(`HAPANA ${id}`);
    expect(await phone.write(text.replace('$id', String(id)))).toBe(
      `Oda ${id} haijabadilishwa: mpya. Andika NDIO ${id} au HAPANA ${id}.`,
    );
    await writes('SAWA', `Andika NDIO ${id} au HAPANA ${id}.`);
    expect(await statusOf(id)).toBe('pending');
    await writes(`NDIO ${id}`, 'imekubaliwa');
  });

  test('SAWA with a number answers only the question about that order', async () => {
    const [first, second] = [await toldOrder(1), await toldOrder(1)];
    await writes(`SAWA ${first}`, `Oda ${first} haijabadilishwa: mpya.`);
    await phone.write(`HAPANA ${first}`);
    await writes(`SAWA ${second}`, `Oda ${second} haijabadilishwa`);
    await writes(`sawa ${first}`, `Oda ${first} imekataliwa`);
  });
});

describe('a bare SAWA is about the last SMS that the phone had', () => {
  const confirms = async (id: number, status: string) => {
    advance(30);
    await writes('sawa', new RegExp(`Oda ${id} ime`));
    expect(await statusOf(id)).toBe(status);
  };

  test('and rejects no order for which it was asked before another order came', async () => {
    const first = await toldOrder(1);
    await phone.write(`HAPANA ${first}`);
    advance(30);
    const second = await toldOrder(1);
    advance(30);
    for (const bare of ['sawa', 'ndio', 'sawa boss wangu'])
      await writes(bare, `Oda ipi? ${second}, ${first}. Andika NDIO ${second}`);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'pending']);
    await writes(`sawa ${first}`, `Oda ${first} imekataliwa`);
  });

  test('and is asked for again if that SMS asked nothing', async () => {
    const id = await toldOrder(1);
    await phone.write('ndio');
    await phone.write(`HAPANA ${id}`);
    advance(30);
    await phone.write('PESA');
    advance(30);
    await writes('sawa', `Oda ${id} inasubiri. Jibu SAWA ${id} kuendelea.`);
    expect(await statusOf(id)).toBe('confirmed');
    await confirms(id, 'cancelled');
  });

  test('or about the question that it repeated', async () => {
    const id = await toldOrder(1);
    await phone.write(`HAPANA ${id}`);
    advance(30);
    await writes('poa kesho', `Jibu SAWA ${id} kuendelea.`);
    await confirms(id, 'rejected');
  });
});

test('A97: digits without a command are not a wrong PIN, and a PIN is checked only when asked for', async () => {
  for (let i = 0; i < 6; i++) await writes(`000${i}`, 'MSIMBO');
  await writes(PIN, 'MSIMBO');
  await db.execute(sql`update phone_lines set sim_changed_at = now()`);
  await writes('PESA', 'PIN yako');
  await writes(PIN, 'Salio:');
});

test('D94: one inbound id fifty times at once is one confirmation and one answer', async () => {
  const id = await toldOrder();
  const before = sms.inbox(FARM_PHONE).length;
  for (let i = 0; i < 50; i++) sms.write(FARM_PHONE, `NDIO ${id}`, 'ATXid_the-same');
  await phone.settle();
  expect(sms.inbox(FARM_PHONE).length - before).toBe(1);
  expect(await countRows('order_events', sql`order_id = ${id} and to_status = 'confirmed'`)).toBe(
    1,
  );
});

test('D94: 200 confirmations of the last stock: one', async () => {
  await db.execute(sql`update products set quantity = 40`);
  const id = await toldOrder(40);
  for (let i = 0; i < 200; i++) sms.write(FARM_PHONE, `NDIO ${id}`);
  await phone.settle();
  expect(await countRows('order_events', sql`order_id = ${id} and to_status = 'confirmed'`)).toBe(
    1,
  );
  // Twenty answers that say what was done, and one that says that this is enough.
  expect(sms.inbox(FARM_PHONE).filter((text) => text.includes('imekubaliwa'))).toHaveLength(20);
  expect(sms.inbox(FARM_PHONE)).toHaveLength(22);
});

test('a word whose answer was lost is answered again, and what is too much is said once', async () => {
  const id = await toldOrder();
  for (const [text, answer] of [
    [`NDIO ${id}`, 'imekubaliwa'],
    [`NIMETUMA ${id}`, 'iko tayari'],
    [`MSIMBO ${id} ${codeOf(id)}`, 'imekamilika'],
  ] as const) {
    await writes(text, answer);
    await writes(text, answer);
  }
  expect(await phone.write(`NDIO ${id}`)).toBe(`Haiwezekani sasa. Oda ${id}: imekamilika.`);
  for (let word = 7; word < 20; word++) await writes('ODA', 'Huna oda');
  await writes('ODA', 'baada ya saa moja');
  expect(await phone.write('ODA')).toBe('');
  advance(3600);
  await writes('ODA', 'Huna oda');
});

test('the last word of an hour is answered though the server was killed over it, and counts once', async () => {
  const id = await toldOrder();
  for (let word = 1; word < 20; word++) await phone.write('ODA');
  sms.write(FARM_PHONE, `NDIO ${id}`);
  await sms.delivered();
  // The server did this before it was killed.
  const words = {
    ...{ phoneNumber: FARM_PHONE, text: `NDIO ${id}`, receivedAt: now() },
    ...{ isRetry: false, isCounted: async () => true },
  };
  expect(await answerWords(db, words, services)).toMatchObject({
    texts: [expect.stringContaining('imekubaliwa')],
  });
  await db.execute(sql`update outbox_messages set attempts = 1 where kind = 'smsReceived'`);
  await phone.settle();
  expect(phone.last()).toContain(`Oda ${id} imekubaliwa`);
  await writes('ODA', 'baada ya saa moja');
});

test('C95: an automatic answer is answered once', async () => {
  let answered = 0;
  for (let i = 0; i < 10; i++)
    if (await phone.write('Niko kwenye mkutano, nitakupigia baadaye.')) answered += 1;
  expect(answered).toBe(1);
});

test('C95: an automatic answer that repeats our words is no command', async () => {
  const id = await toldOrder();
  await phone.write(phone.last());
  await phone.write(`Re: ${phone.last()}`);
  expect(await statusOf(id)).toBe('pending');
});
