import {
  advance,
  changeOrder,
  codeOf,
  db,
  dials,
  FARM_PHONE,
  givenPhones,
  givePhone,
  makeFarm,
  makeOrder,
  makeProduct,
  makeProvenBuyer,
  order,
  phone,
  phoneOf,
  rowsOf,
  sms,
  sql,
  statusOf,
  toldOrder,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones();

async function answersTo(text: string): Promise<string[]> {
  const before = sms.inbox(FARM_PHONE).length;
  await phone.write(text);
  return sms.inbox(FARM_PHONE).toReversed().slice(before);
}

describe('a command without a number', () => {
  test('is about the only order that it can mean, through a whole sale', async () => {
    const id = await toldOrder(1);
    await writes('Ndio', `Oda ${id} imekubaliwa`);
    await writes('nimetuma tayari', `Oda ${id} iko tayari`);
    await writes(`kodi ni ${codeOf(id)} asante`, `Oda ${id} imekamilika`);
    expect(await statusOf(id)).toBe('completed');
    expect(await phone.write('ndio')).toBe('Huna oda yoyote kwa sasa.');
  });

  test('is answered with the numbers if there are two, and changes nothing', async () => {
    const [first, second] = [await toldOrder(1), await toldOrder(1)];
    expect(await phone.write('ndio')).toBe(
      `Oda ipi? ${second}, ${first}. Andika NDIO ${second} au HAPANA ${second}.`,
    );
    await writes('hapana', `Oda ipi? ${second}, ${first}.`);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'pending']);
  });

  test('does not mean an order that is newer than the SMS', async () => {
    sms.write(FARM_PHONE, 'ndio');
    await sms.delivered();
    advance(60);
    const id = await order();
    await phone.settle();
    expect(await statusOf(id)).toBe('pending');
    expect(sms.inbox(FARM_PHONE).join('\n')).toContain(`Oda: ${id} mpya KES`);
  });

  test('four digits that are the number of an order are no code', async () => {
    const id = await toldOrder(1);
    await phone.write('ndio');
    await phone.write('nimetuma');
    await db.execute(sql`select setval(pg_get_serial_sequence('orders', 'id'), 3999)`);
    const other = await toldOrder(1);
    expect(other).toBe(4000);
    await writes('kodi 4000', `andika MSIMBO ${id}`);
    expect(await rowsOf(sql`select handover_tries as tries from orders`)).toEqual([
      { tries: 0 },
      { tries: 0 },
    ]);
  });

  test('A97: asks for the PIN before it tells a doubtful phone anything', async () => {
    const id = await toldOrder(1);
    await db.execute(sql`update phone_lines set sim_changed_at = now()`);
    expect(await phone.write('Ndio')).toBe('Jibu kwa PIN yako ya nambari nne.');
    for (const unclear of ['ndio kesho', `${id}`, 'stoki nyanya', '0000'])
      expect(await phone.write(unclear)).not.toMatch(/\b1\b|Nyanya/);
    expect(await statusOf(id)).toBe('pending');
    await phone.write('Ndio');
    await writes('4821', `Oda ${id} imekubaliwa`);
  });
});

test('two commands in one SMS are carried out, each with its answer', async () => {
  const ids = [await toldOrder(1), await toldOrder(1), await toldOrder(1)];
  expect(await answersTo(`NDIO ${ids[0]}, NDIO ${ids[1]}`)).toEqual([
    expect.stringContaining(`Oda ${ids[0]} imekubaliwa`),
    expect.stringContaining(`Oda ${ids[1]} imekubaliwa`),
  ]);
  expect(await answersTo(`NIMETUMA ${ids[0]}, HAPANA ${ids[2]}`)).toEqual([
    expect.stringContaining(`Oda ${ids[0]} iko tayari`),
    expect.stringContaining('Jibu SAWA'),
  ]);
  await writes('SAWA', `Oda ${ids[2]} imekataliwa`);
});

test('two commands in one SMS are not carried out if one of the orders is not theirs, or needs the PIN', async () => {
  const others = await makeProduct(await makeFarm(), { quantity: 50 });
  const theirs = await makeOrder(await makeProvenBuyer(), [{ productId: others.id, quantity: 1 }]);
  const [id, large] = [await toldOrder(1), await toldOrder(1)];
  const foreign = [`NDIO ${id}, NIMETUMA ${theirs.id}`, `NDIO ${id} NDIO ${theirs.id + 1000}`];
  for (const text of foreign) await writes(text, 'Tuma ombi moja kwa kila SMS');
  // It may also be a quantity, so nothing is done before its writer says so.
  await writes(`NDIO ${id} ${theirs.id}`, 'Jibu SAWA');
  await changeOrder(large, { status: 'dispatched', totalCents: 2_000_100 });
  expect(await answersTo(`NDIO ${id}, MSIMBO ${large} ${codeOf(large)}`)).toEqual([
    expect.stringContaining('Tuma ombi moja kwa kila SMS'),
  ]);
  expect([await statusOf(id), await statusOf(large), await statusOf(theirs.id)]).toEqual([
    'pending',
    'dispatched',
    'pending',
  ]);
});

test('two commands in one SMS count as two of the answers of an hour, after which the menu still works', async () => {
  const [first, second] = [await toldOrder(1), await toldOrder(1)];
  for (let word = 0; word < 19; word++) await phone.write('ODA');
  expect(await answersTo(`NDIO ${first} NDIO ${second}`)).toEqual([
    expect.stringContaining('baada ya saa moja, au piga *384*77#.'),
  ]);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'pending']);
  await dials(['1', '1', '1'], `Oda ${second} imekubaliwa`);
});

test('a text that does nothing is answered with all that waits, and with a part to confirm', async () => {
  const id = await toldOrder(40);
  await writes('sawa nitaleta', `Andika NDIO ${id} au HAPANA ${id}.`);
  await writes('niko nayo 15', `Oda ${id}: una kilo 15 za Nyanya tu? Jibu SAWA`);
  await writes('poa kesho', `Oda ${id} inasubiri. Jibu SAWA ${id} kuendelea.`);
  await writes('sawa', `Oda ${id} imekubaliwa: kilo 15 za Nyanya`);
  await writes('nimesahau PIN', /piga \*384\*77# ubonyeze 6\. Kama umeisahau, /);
});

test('HAPANA for an accepted order says what happens, and cancels it after SAWA', async () => {
  const id = await toldOrder();
  await phone.write(`NDIO ${id}`);
  await writes(`HAPANA ${id} mvua`, new RegExp(`^Unataka kughairi oda ${id} ya KES .* Jibu SAWA`));
  expect(await statusOf(id)).toBe('confirmed');
  await writes('sawa', `Oda ${id} imeghairiwa`);
  expect(await statusOf(id)).toBe('cancelled');
  expect(
    await rowsOf(
      sql`select reason from order_events where order_id = ${id} and to_status = 'cancelled'`,
    ),
  ).toEqual([{ reason: 'mvua' }]);
});

test('HAPANA for an accepted order says that a paid one is paid back, and asks nothing about one that is sent', async () => {
  const id = await toldOrder();
  await phone.write(`NDIO ${id}`);
  await changeOrder(id, { paymentMethod: 'M-Pesa', paymentStatus: 'paid' });
  await writes(`HAPANA ${id}`, 'Mnunuzi atarudishiwa KES');
  await phone.write(`NIMETUMA ${id}`);
  await writes(`HAPANA ${id}`, 'Haiwezekani sasa');
  await writes('SAWA', 'Haiwezekani sasa');
  expect(await statusOf(id)).toBe('dispatched');
});

test.each([
  ['ndio $id kesho', 'Andika NDIO $id au HAPANA $id.'],
  ['$id', 'Andika NDIO $id au HAPANA $id.'],
  ['stoki nyanya 60', 'Andika hivi: STOKI 1 60.'],
  ['nyanya', 'Andika hivi: BEI NYANYA.'],
  ['acha oda', 'Andika hivi: ACHA.'],
])('a hint to "%s" names their own order and figures', async (text, hint) => {
  const id = await toldOrder(0.5);
  await db.execute(sql`update products set quantity = 100`);
  expect(await phone.write(text.replaceAll('$id', String(id)))).toBe(
    `SokoShamba: hakuna kilichofanyika. ${hint.replaceAll('$id', String(id))}`,
  );
  expect(await statusOf(id)).toBe('pending');
});

test('a hint of HELP and of four digits does so too', async () => {
  const id = await toldOrder(1);
  await writes('msaada', `NDIO ${id}`);
  await phone.write('ndio');
  await phone.write('nimetuma');
  await writes('0000', `andika MSIMBO ${id} na msimbo wa mnunuzi`);
});

test('a hint to a number with a letter names that order, or no order', async () => {
  const ids = [await toldOrder(1), await toldOrder(1)];
  await db.execute(sql`select setval(pg_get_serial_sequence('orders', 'id'), 29)`);
  const id = await toldOrder(1);
  expect(id).toBe(30);
  await writes('NDIO 3O', 'Andika NDIO 30 au HAPANA 30.');
  await changeOrder(id, { status: 'expired' });
  await writes('NDIO 3o', 'Oda 30 haijabadilishwa');
  expect(await phone.write('NDIO 4O')).toBe('Huna oda 40. Andika ODA uone orodha.');
  expect(await statusOf(ids[0] ?? 0)).toBe('pending');
});

test('a hint to thanks is given only if something waits for an answer', async () => {
  for (const text of ['Asante sana', 'thank you', '🙏']) expect(await phone.write(text)).toBe('');
  const id = await toldOrder(1);
  await writes('asante sana mkuu', `Andika NDIO ${id} au HAPANA ${id}.`);
  await phone.write('ndio');
  expect(await phone.write('asanteni')).toBe('');
});

test('a hint is given as often as a person asks, but the same other text is answered once an hour', async () => {
  for (let i = 0; i < 3; i++) await writes('bei', 'BEI NYANYA');
  await writes('Mko wapi?', 'hatukuelewa');
  expect(await phone.write('Mko wapi?')).toBe('');
  await writes('Hamjambo huko?', 'hatukuelewa');
  advance(3600);
  await writes('Mko wapi?', 'hatukuelewa');
});

test('a count in another unit than that of the product is asked about', async () => {
  await writes('STOKI', '1 Nyanya kilo 100');
  await writes('STOKI 1 60kg', 'Nyanya: sasa kilo 60');
  await writes('STOKI 1 3 magunia', 'Nyanya inahesabiwa kwa kilo');
  expect(await rowsOf(sql`select quantity::float8 as q from products`)).toEqual([{ q: 60 }]);
});

test('three figures of PESA agree, and say when the rest comes', async () => {
  expect(await phone.write('PESA')).toBe('Wanunuzi wamelipa KES 0. Umepata KES 0. Salio: KES 0.');
  const [cash, paid] = [await toldOrder(1), await toldOrder(2)];
  for (const id of [cash, paid]) await phone.write(`NDIO ${id}`);
  await phone.write(`NIMETUMA ${cash}`);
  await phone.write(`MSIMBO ${cash} ${codeOf(cash)}`);
  const [first, second] = await rowsOf(
    sql`select total_cents / 100 as total from orders order by id`,
  );
  const [inHand, due] = [Number(first?.total), Number(second?.total)];
  await changeOrder(paid, { paymentMethod: 'M-Pesa', paymentStatus: 'paid' });
  await db.execute(
    sql`insert into payments (order_id, method, state, amount_cents, received_at)
      select id, 'M-Pesa', 'received', total_cents, created_at from orders where id = ${paid}`,
  );
  const figures = (when: string) =>
    `Wanunuzi wamelipa KES ${inHand + due}. Umepata KES ${inHand}. Salio: KES ${due}, ${when}.`;
  expect(await phone.write('pesa')).toBe(figures('zitatumwa ukikabidhi oda'));
  await phone.write(`NIMETUMA ${paid}`);
  await phone.write(`MSIMBO ${paid} ${codeOf(paid)}`);
  expect(await phone.write('pesa yangu')).toBe(figures('ziko njiani kwa M-Pesa yako'));
  await db.execute(sql`update payouts set held_until = held_until + interval '5 hours'`);
  await writes('hela', /zitatumwa kufikia leo \d\d:\d\d\.$/);
});

const stranger = '+254799999999';

test('a stranger is told what SokoShamba is and how to join, in the language of the SMS', async () => {
  const other = phoneOf(sms, stranger);
  expect(await other.write('Nataka kuuza nyanya')).toMatch(
    /^SokoShamba ni soko la wakulima\. Kujiunga andika JIUNGE, au piga \*384\*77#\./,
  );
  expect(await other.write('Hello, what is this?')).toContain(
    'To join, write JOIN, or dial *384*77#.',
  );
  expect(await other.write('Hello, what is this?')).toBe('');
  expect(await other.write('ndio')).toContain('JIUNGE');
});

test('a stranger is told that, but a farmer who wants to sell reads how', async () => {
  await writes('Nataka kuuza nyanya', 'piga *384*77# uchague 7');
  const shopper = await makeProvenBuyer();
  await givePhone(shopper, { phoneNumber: stranger, language: 'en' });
  expect(await phoneOf(sms, stranger).write('I want to sell maize')).toContain(
    'this is for farmers',
  );
});
