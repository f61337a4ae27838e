/*
 * Building a query out of its parts costs the process more than sending it and reading the answer. So what is asked often is
 * built once, with places for its values, and kept under a key that says all that its text depends on. Postgres reads it once a
 * connection, too, but plans it anew for the values of each execution (plan_cache_mode, in connect.ts): a common word wants
 * another plan than a rare one. Everything else goes out unnamed, lest a server keeps every text that ever was.
 */
const reusedTexts = new Set<string>();
const kept = new WeakMap<object, Map<string, unknown>>();

export const isReused = (text: string) => reusedTexts.has(text);

export function reuseQuery<Query extends { getQuery(): { sql: string } }>(db: object, key: string, build: () => Query): Query {
  const queries = kept.get(db) ?? new Map<string, unknown>();
  kept.set(db, queries);
  const known = queries.get(key);
  // One key stands for one `build`, and so for one type.
  if (known !== undefined) return known as Query;
  const built = build();
  queries.set(key, built);
  reusedTexts.add(built.getQuery().sql);
  return built;
}
