import { products } from '#products/server/tables.ts';
import {
  asFarmer,
  byMpesa,
  caller,
  db,
  dials,
  expectBooks,
  farm,
  givenPhones,
  keypad,
  makeOrder,
  makeProduct,
  makeProvenBuyer,
  observeFarms,
  ownPhone,
  PIN,
  presses,
  rollUp,
  rowsOf,
  sql,
  statusOf,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones({ isOwned: false });
/** Only what a test offers is on sale. */
beforeEach(() => db.delete(products));

const own = (language: Language = 'sw') => ownPhone(language, PIN);
const listed = () =>
  rowsOf(sql`select name, crop, category, unit, quantity::float8 as quantity, price_cents as cents,
      net_weight_kg::float8 as weight, deleted_at is not null as gone from products order by id`);
describe('a product is listed by USSD', () => {
  test('from the numbered lists', async () => {
    await own();
    await dials('7', '3 ');
    let screen = await keypad.press('3');
    for (let pages = 0; pages < 20 && !screen.includes('Nyanya'); pages++)
      screen = await keypad.press('00');
    const number = /^(?:CON )?(\d+) Nyanya$/m.exec(screen)?.[1] ?? '';
    await presses(number, '1 kreti (kilo 64)');
    await keypad.press('1', '20');
    await presses('3200', 'KES 3,200');
    await presses('1', 'END Nyanya iko sokoni');
    const kind = { name: 'Nyanya', crop: 'tomato', category: 'Vegetables', unit: 'crates' };
    expect(await listed()).toEqual([
      { ...kind, quantity: 20, cents: 320_000, weight: 64, gone: false },
    ]);
    const [row] = await rowsOf<{ id: number }>(sql`select id from products`);
    await expectBooks({ putIn: 20 }, row?.id);
  });

  test('by its name, in a unit without a known weight', async () => {
    await own();
    await keypad.dial('7');
    await presses('bisibisi', 'Hatujui zao hilo');
    const units = await keypad.press('sukuma');
    const number = /^(\d+) lita$/m.exec(units)?.[1] ?? '';
    await keypad.press(number, '12,5', '40');
    await presses('1', /^END Sukuma wiki iko sokoni: lita 12.5/);
    expect(await listed()).toMatchObject([{ unit: 'litres', weight: null, quantity: 12.5 }]);
  });

  test('is not listed before the last screen, and "0" leads back through all of them', async () => {
    await own();
    const screens = [await keypad.dial('7')];
    for (const input of ['nyanya', '1', '20', '3200']) screens.push(await keypad.press(input));
    expect(await keypad.dial()).toBe(screens.at(-1));
    for (const screen of screens.toReversed().slice(1))
      expect(await keypad.press('0')).toBe(screen);
    expect(await listed()).toEqual([]);
  });

  test('a figure that a form refuses is refused in the same words', async () => {
    await own('en');
    await keypad.dial('7', 'tomato', '1');
    await presses('9999999', /^CON .*quantity/i);
    await presses('many', /^CON .*quantity/i);
    await keypad.press('20');
    await presses('00', /^CON .*price/i);
    await presses(['3200', '1'], 'END ');
  });

  test('the price is asked for beside what farmers of the county ask, in the same packing', async () => {
    await own();
    await observeFarms([40, 45, 50, 55, 60]);
    await rollUp();
    await keypad.dial('7', 'nyanya', '1');
    await presses('20', 'Nyeri: wakulima wanauza KES 2,880 hadi 3,520 / kreti (kilo 64).');
    await keypad.press('0', '0', '2');
    await presses('20', 'Nyeri: wakulima wanauza KES 45 hadi 55 / kilo.');
    await writes('BEI NYANYA NYERI', 'Nyanya, Nyeri: wakulima wanauza KES 50');
    await writes('BEI NYANYA NAIROBI', 'Nyanya, Kenya (bado hakuna bei ya Nairobi): wakulima');
  });

  test('needs the PIN on a phone that may have changed hands', async () => {
    await own();
    await caller(farm).phone.reportSimChange();
    await dials('7', 'PIN');
    await presses('4821', 'Unauza nini');
  });
});

describe('a product of the list', () => {
  let crates: { id: number };
  beforeEach(async () => {
    const goods = { name: 'Nyanya', unit: 'crates', netWeightKg: 64, quantity: 100 } as const;
    crates = await makeProduct(farm, { ...goods, price: 3000 });
  });

  test('gets another price', async () => {
    await own();
    await keypad.dial('2', '1', '2');
    await presses('3500', 'sasa KES 3,500 / kreti (kilo 64), awali KES 3,000');
    expect(await listed()).toMatchObject([{ cents: 350_000, quantity: 100 }]);
    expect(await rowsOf(sql`select price_per_kg_cents as perKg from products`)).toEqual([
      { perkg: 5469 },
    ]);
  });

  test('leaves the market', async () => {
    await own();
    await dials(['2', '1', '3'], 'sokoni? Oda');
    expect((await listed())[0]?.gone).toBe(false);
    await presses('1', 'imeondolewa sokoni');
    expect((await listed())[0]?.gone).toBe(true);
  });

  test('a paid order says that the buyer gets the money back, and cannot be cancelled once sent', async () => {
    await own();
    const buyer = await makeProvenBuyer();
    const { id } = await makeOrder(buyer, [{ productId: crates.id, quantity: 10 }]);
    await keypad.dial('1', '1', '1');
    await byMpesa(id, 'paid');
    await dials(['1', '1', '2'], 'atarudishiwa KES 30,000');
    await asFarmer().dispatch({ orderId: id });
    await presses('1', /^END /);
    expect(await statusOf(id)).toBe('dispatched');
  });
});
