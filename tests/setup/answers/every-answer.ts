import type { Market } from '#tests/setup/market.ts';

export async function everyAnswer(market: Market, tokens: { buyer: string; farmer: string }) {
  const month = '2026-03';
  const rest = async (token: string, path: string) =>
    (await market.request(path, { token })).text();
  const { buyer, auth: buyerAuth } = market.caller({ token: tokens.buyer });
  const { farmer, auth: farmerAuth } = market.caller({ token: tokens.farmer });
  await market.workThroughOutbox();
  const letters = (to: string) =>
    market.mailbox.filter((mail) => mail.to.endsWith(to)).map(({ text, html }) => `${text}${html}`);
  const [{ orders: ofBuyer }, { orders: ofFarmer }] = [
    await buyer.orders.list({}),
    await farmer.orders.list({}),
  ];
  const bought = [
    ofBuyer,
    await rest(tokens.buyer, '/api/buyer/orders'),
    ...letters('@duka.example'),
    await Promise.all(ofBuyer.map(({ id }) => buyer.orders.get({ orderId: id }))),
    await buyerAuth.exportData(),
  ];
  const sold = [
    ofFarmer,
    await rest(tokens.farmer, '/api/farmer/orders'),
    await rest(tokens.farmer, '/api/farmer/dashboard'),
    await rest(tokens.farmer, '/api/farmer/payments'),
    ...letters('@shamba.example'),
    await Promise.all(ofFarmer.map(({ id }) => farmer.orders.get({ orderId: id }))),
    await farmer.payments.list({}),
    await farmer.payments.summary(),
    await farmer.payments.statement({ month }),
    await farmer.payments.export({ month }),
    await farmer.overview(),
    await farmerAuth.exportData(),
  ];
  return {
    buyer: JSON.stringify(bought),
    farmer: JSON.stringify(sold),
    count: bought.length + sold.length,
  };
}
