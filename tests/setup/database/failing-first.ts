export function failingFirst(db: Database, error: Error): Database {
  let isFirst = true;
  const transaction: Database['transaction'] = (run) =>
    db.transaction(async (tx) => {
      const result = await run(tx);
      if (!isFirst) return result;
      isFirst = false;
      throw error;
    });
  return Object.create(db, { transaction: { value: transaction } });
}

export const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });
