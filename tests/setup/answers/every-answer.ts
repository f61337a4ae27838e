import type { Market } from '#tests/setup/market.ts';

export async function everyAnswer(market: Market, tokens: { buyer: string; farmer: string }) {
  const of = (token: string) => market.caller({ token });
  const month = '2026-03';
  const rest = async (token: string, path: string) =>
    (await market.request(path, { token })).text();
  const [asBuyer, asFarmer] = [of(tokens.buyer), of(tokens.farmer)];
  await market.workThroughOutbox();
  const letters = (to: string) =>
    market.mailbox.filter((mail) => mail.to.endsWith(to)).map(({ text, html }) => `${text}${html}`);
  const bought = [
    await asBuyer.buyer.orders.list({}),
    await rest(tokens.buyer, '/api/buyer/orders'),
    ...letters('@duka.example'),
    await Promise.all(
      (await asBuyer.buyer.orders.list({})).orders.map(({ id }) =>
        asBuyer.buyer.orders.get({ orderId: id }),
      ),
    ),
    await asBuyer.auth.exportData(),
  ];
  const sold = [
    await asFarmer.farmer.orders.list({}),
    await rest(tokens.farmer, '/api/farmer/orders'),
    await rest(tokens.farmer, '/api/farmer/dashboard'),
    await rest(tokens.farmer, '/api/farmer/payments'),
    ...letters('@shamba.example'),
    await Promise.all(
      (await asFarmer.farmer.orders.list({})).orders.map(({ id }) =>
        asFarmer.farmer.orders.get({ orderId: id }),
      ),
    ),
    await asFarmer.farmer.payments.list({}),
    await asFarmer.farmer.payments.summary(),
    await asFarmer.farmer.payments.statement({ month }),
    await asFarmer.farmer.payments.export({ month }),
    await asFarmer.farmer.overview(),
    await asFarmer.auth.exportData(),
  ];
  return {
    buyer: JSON.stringify(bought),
    farmer: JSON.stringify(sold),
    count: bought.length + sold.length,
  };
}
