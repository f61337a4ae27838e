import { PUSHES_PER_HOUR_OF_CLAIMANTS } from '#orders/rules/limits.ts';
import { mpesaPushClaimed } from '#orders/server/request-payment.ts';
import {
  advance,
  asBuyer,
  confirmed,
  DAY,
  givenShop,
  makeTestBuyer,
  mpesa,
  now,
  outcomeOf,
  PHONE,
  pushed,
  refusalOf,
  refused,
  report,
  services,
  setUser,
  shop,
  tally,
} from '#tests/setup/in-market.ts';

givenShop();

const strangersNumber = (index: number) => `+2547110000${String(index).padStart(2, '0')}`;
const rungNumbers = () => new Set(mpesa.mpesa.prompts.map(({ msisdn }) => msisdn)).size;

async function makeStranger(phoneNumber = strangersNumber(99)) {
  const stranger = await makeTestBuyer({ phoneNumber });
  const orderId = await confirmed(5, { paymentMethod: 'M-Pesa' }, stranger);
  return { ...stranger, pay: (to: string) => asBuyer(stranger).pay({ orderId, phoneNumber: to }) };
}

async function useUp(stranger: Awaited<ReturnType<typeof makeStranger>>) {
  for (let push = 0; push < 10; push += 1) {
    await stranger.pay(PHONE);
    await mpesa.answer('cancel');
  }
}

test('one buyer rings five of 40 strangers in a day, and three for one order', async () => {
  const outcomes: string[] = [];
  const perOrder: number[] = [];
  let next = 0;
  for (let order = 0; order < 8; order += 1) {
    const before = rungNumbers();
    const id = await shop.confirmed();
    for (let tried = 0; tried < 5; tried += 1) {
      outcomes.push(await outcomeOf(shop.pay(id, strangersNumber(next++))));
      if (outcomes.at(-1) === 'accepted') await mpesa.answer('cancel');
    }
    perOrder.push(rungNumbers() - before);
  }
  report('D68', `one buyer, 8 orders, 40 strangers' numbers: ${tally(outcomes)}`);
  expect(perOrder).toEqual([3, 2, 0, 0, 0, 0, 0, 0]);
  expect(tally(outcomes)).toBe('5 accepted, 2 TOO_MANY_PHONES_FOR_ORDER, 33 TOO_MANY_PHONES_TODAY');
});

test('a number tried before may be tried again, and another one tomorrow', async () => {
  const [first, second] = [await shop.confirmed(), await shop.confirmed()];
  for (let index = 0; index < 5; index += 1) {
    await shop.pay(index < 3 ? first : second, strangersNumber(index));
    await mpesa.answer('cancel');
    advance(60);
  }
  const { code, retryAfterSeconds } = await refusalOf(shop.pay(second, PHONE));
  expect([code, retryAfterSeconds]).toEqual(['TOO_MANY_PHONES_TODAY', DAY - 300]);
  await shop.pay(second, strangersNumber(0));
  await mpesa.answer('cancel');
  advance(DAY - 240);
  await shop.logInAgain();
  await refused(shop.pay(second, PHONE), 'TOO_MANY_PHONES_FOR_ORDER');
  expect(await outcomeOf(shop.pay(await shop.confirmed(), PHONE))).toBe('accepted');
});

test('the limit of strangers’ phones also holds for simultaneous requests', async () => {
  const ids = [];
  for (let made = 0; made < 12; made += 1) ids.push(await shop.confirmed());
  const outcomes = await Promise.all(
    ids.map((id, index) => outcomeOf(shop.pay(id, strangersNumber(index)))),
  );
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(5);
  expect(rungNumbers()).toBe(5);
});

test("strangers' pushes do not keep the owner from paying", async () => {
  const stranger = await makeStranger();
  await useUp(stranger);
  const other = await makeStranger(strangersNumber(98));
  await refused(stranger.pay(PHONE), 'TOO_MANY_ATTEMPTS');
  await refused(other.pay(PHONE), 'TOO_MANY_ATTEMPTS');
  expect(await outcomeOf(shop.pay(await shop.confirmed()))).toBe('accepted');
});

test('nor does a stranger keep the owner from paying with the number in their own profile', async () => {
  await pushed();
  await mpesa.answer('approve');
  advance(121);
  const stranger = await makeStranger(strangersNumber(97));
  await setUser(stranger.id, { phoneNumber: PHONE });
  const other = await makeStranger(strangersNumber(96));
  await useUp(stranger);
  // This used up the budget of strangers, not a separate one.
  await refused(other.pay(PHONE), 'TOO_MANY_ATTEMPTS');
  expect(await outcomeOf(shop.pay(await shop.confirmed()))).toBe('accepted');
});

test('accounts that claim the same number share one limit', async () => {
  const victim = strangersNumber(95);
  const outcomes: string[] = [];
  for (let made = 0; made < 4; made += 1) {
    const claimant = await makeStranger(victim);
    for (let push = 0; push < 10; push += 1) {
      outcomes.push(await outcomeOf(claimant.pay(victim)));
      if (outcomes.at(-1) === 'accepted') await mpesa.answer('cancel');
    }
  }
  expect(tally(outcomes)).toBe(
    `${PUSHES_PER_HOUR_OF_CLAIMANTS} accepted, ${40 - PUSHES_PER_HOUR_OF_CLAIMANTS} TOO_MANY_ATTEMPTS`,
  );
  // A number that its owner has paid from can still pay.
  await pushed();
  await mpesa.answer('approve');
  advance(121);
  for (let push = 0; push < PUSHES_PER_HOUR_OF_CLAIMANTS; push += 1) {
    await services.rateLimits.tryConsume(mpesaPushClaimed, PHONE);
  }
  expect(await outcomeOf(shop.pay(await shop.confirmed()))).toBe('accepted');
});

test('the owner’s turn is not behind those of strangers who request the same amount', async () => {
  for (let made = 0; made < 4; made += 1)
    await (await makeStranger(strangersNumber(90 + made))).pay(PHONE);
  const { attempt } = await shop.pay(await shop.confirmed());
  expect(attempt.pushAt).toEqual(new Date(now().getTime() + 120_000));
  const own = mpesa.mpesa.prompts.length;
  await mpesa.answer('cancel');
  advance(120);
  await mpesa.round();
  expect(mpesa.mpesa.prompts.length).toBe(own + 1);
  expect(mpesa.lastPrompt().reference).toBe(`SS${(await shop.asBuyer.list({})).orders[0]?.id}`);
});
