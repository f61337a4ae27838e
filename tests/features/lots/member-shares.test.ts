import { lotProposal } from '#lots/server/give-share.ts';
import {
  asFarmer,
  booksOf,
  callerOf,
  changeProduct,
  FARM_PHONE,
  farm,
  givenPhones,
  makeLot,
  makeLotFarm,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  outcomeOf,
  PASSWORD,
  phone,
  product,
  START,
  services,
  setUser,
  sms,
} from '#tests/setup/in-market.ts';

type Clerk = Awaited<ReturnType<typeof makeClerk>>;

async function makeClerk(memberId: number) {
  const clerk = await makeTestBuyer();
  await setUser(memberId, { signedUpBy: clerk.id, phoneVerifiedAt: START });
  const { agent } = await callerOf(clerk);
  const own = { lotId: 1 };
  type Shares = Parameters<typeof agent.lots.propose>[0]['shares'];
  return {
    id: clerk.id,
    proposeAll: (shares: Shares) => agent.lots.propose({ ...own, shares }),
    propose: (quantity: number, farmerId = memberId) =>
      agent.lots.propose({ ...own, shares: [{ farmerId, quantity }] }),
    read: async () =>
      (await agent.lots.get(own)).shares.map((share) => [
        share.farmId,
        share.status,
        share.quantity,
      ]),
  };
}
const smsCount = async () => {
  await phone.settle();
  return sms.inbox(FARM_PHONE).length;
};

describe("a share that a cooperative's clerk proposes", () => {
  givenPhones();
  let lot: Awaited<ReturnType<typeof makeLot>>;
  let clerk: Clerk;
  beforeEach(async () => {
    await changeProduct(product.id, { crop: 'tomato', quantity: 400 });
    lot = await makeLot({ crop: 'tomato' });
    clerk = await makeClerk(farm.id);
  });

  test('counts once its member has said yes by SMS', async () => {
    await clerk.propose(200);
    expect(await smsCount()).toBe(1);
    expect(phone.last()).toBe(
      'LOT 1: aliyekusajili anasema utoe nyanya kilo 200, KES 42/kilo, Jumatano. Jibu NDIO au HAPANA, kisha LOT 1',
    );
    expect(await clerk.read()).toEqual([[farm.id, 'proposed', 200]]);
    expect(await lot.read()).toMatchObject({ given: 0, shares: [] });
    expect(await booksOf(product.id)).toMatchObject({ held: 0 });
    expect(await phone.write('Ndio')).toContain('LOT 1: unatoa nyanya kilo 200');
    expect(await lot.read()).toMatchObject({ given: 200, shares: [{ farmId: farm.id }] });
    expect(await booksOf(product.id)).toMatchObject({ held: 200 });
    expect(await phone.write('NDIO LOT 1')).toContain('LOT 1: unatoa nyanya kilo 200');
    expect(await clerk.read()).toEqual([[farm.id, 'given', 200]]);
  });

  test('ends when its member says no, and is not proposed again', async () => {
    await clerk.propose(200);
    await phone.settle();
    expect(await phone.write('HAPANA LOT 1')).toBe('LOT 1: hutoi chochote.');
    await clerk.propose(200);
    expect(await clerk.read()).toEqual([[farm.id, 'over', 200]]);
    expect(await smsCount()).toBe(2);
    await clerk.propose(150);
    expect(await smsCount()).toBe(3);
  });

  test('ends when the lot closes', async () => {
    await clerk.propose(200);
    await lot.close();
    await phone.settle();
    expect(await clerk.read()).toEqual([[farm.id, 'over', 200]]);
    expect(await phone.write('NDIO LOT 1')).not.toContain('unatoa');
    expect(await outcomeOf(clerk.propose(200))).toBe('LOT_CLOSED');
  });

  test('costs one SMS for each quantity, however often it is sent', async () => {
    await clerk.propose(200);
    await clerk.propose(200);
    expect(await smsCount()).toBe(1);
    await clerk.propose(100);
    expect(await smsCount()).toBe(2);
  });

  test('is counted and told once for each member, also in one list with others', async () => {
    const { farm: other } = await makeLotFarm();
    await setUser(other.id, { signedUpBy: clerk.id, phoneVerifiedAt: START });
    const shares = [60, 70, 80].map((quantity) => ({ farmerId: farm.id, quantity }));
    await clerk.proposeAll([...shares, { farmerId: other.id, quantity: 90 }]);
    expect(await clerk.read()).toEqual(
      expect.arrayContaining([
        [farm.id, 'proposed', 80],
        [other.id, 'proposed', 90],
      ]),
    );
    expect(await smsCount()).toBe(1);
    expect(await services.rateLimits.used(lotProposal, String(clerk.id))).toBe(2);
  });

  test('is refused to a clerk who has asked for 200 in a day', async () => {
    await clerk.propose(200);
    await services.rateLimits.renew(lotProposal, String(clerk.id));
    expect(await outcomeOf(clerk.propose(100))).toBe('TOO_MANY_ATTEMPTS');
    expect(await clerk.read()).toEqual([[farm.id, 'proposed', 200]]);
    await clerk.propose(200);
  });

  test('ends with the account of a clerk who asked for the lot', async () => {
    const passwordHash = await services.passwords.hash(PASSWORD, 'test');
    await setUser(lot.buyer.id, { passwordHash });
    await setUser(farm.id, { signedUpBy: lot.buyer.id });
    const { agent, auth } = await callerOf(lot.buyer);
    await agent.lots.propose({ lotId: 1, shares: [{ farmerId: farm.id, quantity: 200 }] });
    await phone.settle();
    await phone.write('NDIO');
    expect(await lot.read()).toMatchObject({ given: 200 });
    await auth.deleteAccount({ password: PASSWORD });
    expect(await booksOf(product.id)).toMatchObject({ held: 0 });
  });

  test('that was changed before its member knew asks again', async () => {
    await clerk.propose(200);
    await phone.settle();
    await clerk.propose(400);
    expect(await phone.write('NDIO LOT 1')).toContain('Unatoa kiasi gani?');
    expect(await clerk.read()).toEqual([[farm.id, 'proposed', 400]]);
    await phone.settle();
    expect(await phone.write('NDIO LOT 1')).toContain('unatoa nyanya kilo 400');
  });

  test('neither takes nor gives a bare yes that an order may mean as well', async () => {
    const order = await makeOrder(await makeTestBuyer(), [{ productId: product.id, quantity: 40 }]);
    await clerk.propose(200);
    await phone.settle();
    expect(await phone.write('ndio')).toContain(`NDIO ${order.id}, HAPANA ${order.id}, NDIO LOT 1`);
    expect(await clerk.read()).toEqual([[farm.id, 'proposed', 200]]);
    expect(await phone.write('ndio lot 1')).toContain('unatoa');
    expect(await asFarmer().get({ orderId: order.id })).toMatchObject({ status: 'pending' });
  });

  test('is only for members of the clerk, and never in place of what they give themselves', async () => {
    const other = await makeLotFarm();
    const otherClerk = await makeClerk(other.farm.id);
    expect(await outcomeOf(otherClerk.propose(100, farm.id))).toBe('FARM_NOT_FOUND');
    await clerk.propose(200);
    expect(await otherClerk.read()).toEqual([]);
    await makeProduct(other.farm, { name: 'Tomatoes', crop: 'tomato', quantity: 90 });
    await other.lots.give({ lotId: 1, quantity: 60 });
    expect(await outcomeOf(otherClerk.propose(100))).toBe('SHARE_OF_MEMBER');
    expect(await otherClerk.read()).toEqual([[other.farm.id, 'given', 60]]);
    await setUser(other.farm.id, { phoneVerifiedAt: null });
    expect(await outcomeOf(otherClerk.propose(60))).toBe('FARM_NOT_FOUND');
  });
});
