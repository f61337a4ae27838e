import { advance, booksOf, type callerOf, db, runLots, services } from '#tests/setup/in-market.ts';

export const goOn = (seconds: number) => {
  advance(seconds);
  return runLots();
};
export const reserved = async ({ product }: { product: { id: number } }) => {
  const { held, isBalanced, reserved: ordered } = await booksOf(product.id);
  expect(isBalanced).toBe(true);
  return { held, ordered };
};
export const noticesOf = async ({ caller }: { caller: Awaited<ReturnType<typeof callerOf>> }) =>
  (await caller.notifications.list({})).notifications.map(({ text }) => text);

export const erase = (userId: number) =>
  db.transaction(async (tx) => {
    for (const { erase } of services.personalData) await erase?.(tx, userId, services);
  });
