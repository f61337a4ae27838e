import { sql } from 'drizzle-orm';
import { type Market, START } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { openSms } from '#tests/setup/sms.ts';
import { makeFarm } from './farms.ts';
import { makeProduct } from './products.ts';
import { makeOrder, makeTestBuyer } from './trade.ts';

export const FARM_PHONE = '+254712345678';

export async function makePhoneShop(market: Market) {
  const sms = await openSms(market);
  const farm = await makeFarm(market);
  await givePhone(market, farm, { phoneNumber: FARM_PHONE, pin: '4821' });
  const buyer = await makeTestBuyer(market, { phoneVerifiedAt: START });
  const tomatoes = await makeProduct(market, farm, { name: 'Nyanya', quantity: 100 });
  const phone = phoneOf(market, sms, FARM_PHONE);
  return {
    sms,
    farm,
    buyer,
    tomatoes,
    phone,
    order: async (quantity = 40) => {
      const { id } = await makeOrder(market, buyer, [{ productId: tomatoes.id, quantity }]);
      await phone.settle();
      return id;
    },
    statusOf: async (id: number) =>
      (await rowsOf(market.db, sql`select status from orders where id = ${id}`))[0]?.status,
  };
}

export type PhoneShop = Awaited<ReturnType<typeof makePhoneShop>>;
