import { listOwnProducts } from '#products/server/list-own-products.ts';
import { runFreshnessClock } from '#products/server/run-freshness-clock.ts';
import { setQuantity } from '#products/server/set-quantities.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import { measureSms } from '#rules/text/sms.ts';
import {
  advance,
  buyer,
  caller,
  changeProduct,
  db,
  dropEmail,
  FARM_PHONE,
  farm,
  givenPhones,
  makeOrder,
  makeProduct,
  ownPhone,
  phone,
  product,
  services,
  sms,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones({ isOwned: false });
/** Only what a test offers is on sale. */
beforeEach(() => caller(farm).farmer.products.delete({ productId: product.id }));

const join = async (language: 'en' | 'sw') => {
  await ownPhone(language);
  await dropEmail(farm.id);
};
const askAfter = async (days: number) => {
  advance(days * DAY_SECONDS);
  await runFreshnessClock(db, services);
  await phone.settle();
};
const asFarm = () => ({ ...services, db, user: farm });
const list = async () => {
  const { products } = await listOwnProducts(asFarm(), {});
  return products.toReversed().map(({ name, quantity, isAsked }) => ({ name, quantity, isAsked }));
};

test('a farmer without an email is asked by SMS and answers it', async () => {
  await join('sw');
  await makeProduct(farm, { name: 'Maize', unit: 'bags', quantity: 5 });
  await makeProduct(farm, { name: 'Kale', unit: 'bunches', quantity: 20 });
  const ripe = { unit: 'crates', quantity: 2, harvestDate: '2026-02-25' } as const;
  await makeProduct(farm, { name: 'Tomatoes', ...ripe });
  await askAfter(3);
  expect(phone.last()).toBe(
    'Bado zipo? 2 Kale mafungu 20, 3 Tomatoes kreti 2. Andika STOKI 2 20, au IMEISHA 2. Usipojibu, wanunuzi hawataziona.',
  );
  expect(measureSms(phone.last())).toMatchObject({ isGsm7: true, parts: 1 });
  for (const answer of ['STOKI 2 20', 'IMEISHA 3']) await phone.write(answer);
  expect(await list()).toEqual([
    { name: 'Maize', quantity: 5, isAsked: false },
    { name: 'Kale', quantity: 20, isAsked: false },
    { name: 'Tomatoes', quantity: 0, isAsked: false },
  ]);
});

test('a product past its date is marked in lists and on its screen, and a count does not hide it', async () => {
  await join('sw');
  await makeProduct(farm, { name: 'Maize', unit: 'bags', quantity: 5 });
  const { id } = await makeProduct(farm, { name: 'Kale', quantity: 20 });
  await changeProduct(id, { expiryDate: '2026-02-28' });
  const screenAfter = (text: string) =>
    sms.dial({ phoneNumber: FARM_PHONE, sessionId: `ATUid_${text.length}`, text });
  expect(await screenAfter('2')).toContain('1 Maize magunia 5\n2 Kale kilo 20 (muda umeisha)\n');
  expect(await screenAfter('2*2')).toContain('Muda umeisha: wanunuzi hawaioni tena\nKale: kilo 20');
  await writes('STOKI', /^1 Maize magunia 5, 2 Kale kilo 20 \(muda umeisha\)\. /);
  const counted = 'Kale: sasa kilo 30, awali 20.';
  await writes('STOKI 2 30', `${counted} Muda umeisha: wanunuzi hawaioni tena.`);
  await changeProduct(id, { expiryDate: '2026-03-02', quantity: 20 });
  await writes('STOKI 2 30', new RegExp(`^${counted}$`));
});

test('nothing is sent about products that were counted before the SMS leaves', async () => {
  await join('en');
  const { id } = await makeProduct(farm, { name: 'Kale' });
  advance(3 * DAY_SECONDS);
  await runFreshnessClock(db, services);
  await setQuantity(asFarm(), { productId: id, quantity: 5 });
  await phone.settle();
  expect(sms.inbox(FARM_PHONE)).toEqual([]);
});

test.each([
  ['HAPANA {id} imeisha', 0],
  ['HAPANA {id} bei ni ndogo', 120],
])('"%s" leaves %s of the product', async (text, left) => {
  await join('sw');
  const { id: productId } = await makeProduct(farm, { name: 'Kale' });
  const { id } = await makeOrder(buyer, [{ productId, quantity: 20 }]);
  await phone.write(text.replace('{id}', String(id)));
  await phone.write('SAWA');
  expect(await list()).toMatchObject([{ quantity: left }]);
});
