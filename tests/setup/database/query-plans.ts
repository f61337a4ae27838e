import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { START } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { fillDatabase } from './filled-database.ts';

type Said = { query: string; params: unknown[] };
export type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }[];

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
};

export async function openPlans(products: number) {
  const start = performance.now();
  const name = `sokoshamba_plans_${process.pid}_${Date.now()}`;
  const filling = { products, now: START, everyRowCounted: true };
  const filled = await fillDatabase(process.env.TEST_DATABASE_URL ?? '', name, filling);
  const seconds = (performance.now() - start) / 1000;
  report('query plans', `${products} products made in ${seconds.toFixed(1)} s`);
  const said: Said[] = [];
  const sql = postgres(filled.url, { max: 1, onnotice: () => {}, connection: { jit: false } });
  const db: Database = drizzle(sql, {
    logger: { logQuery: (query, params) => void said.push({ query, params }) },
  });
  const saidBy = async (ask: () => Promise<unknown>): Promise<Said[]> => {
    said.length = 0;
    await ask();
    return [...said];
  };
  return {
    db,
    sql,
    said,
    saidBy,
    tablesReadWhole: async (ask: () => Promise<unknown>) => tablesReadWhole(sql, await saidBy(ask)),
    planOnce: () => planOnce(filled.url),
    async close() {
      await sql.end();
      await filled.drop();
    },
  };
}

export type Plans = Awaited<ReturnType<typeof openPlans>>;

async function tablesReadWhole(sql: Sql, statements: Said[]): Promise<string[]> {
  const whole: string[] = [];
  for (const { query, params } of statements) {
    const [row] = await sql.unsafe<Explained>(`explain (format json) ${query}`, params as never[]);
    if (!row) throw new Error('Nothing was explained');
    const [{ Plan }] = row['QUERY PLAN'];
    for (const node of nodesOf(Plan).filter(isWholeRead))
      whole.push(`${node['Relation Name']}: ${query}`);
  }
  return whole;
}

function planOnce(url: string) {
  const connection = { jit: 'off', plan_cache_mode: 'force_generic_plan', random_page_cost: 1.1 };
  const planning = postgres(url, { max: 1, onnotice: () => {}, connection: connection as never });
  return {
    async nodesOf(statement: Said | undefined) {
      await planning.unsafe(`prepare list as ${statement?.query}`);
      const values = statement?.params.map(() => 'null').join();
      const [row] = await planning.unsafe<Explained>(
        `explain (format json) execute list(${values})`,
      );
      await planning.unsafe('deallocate list');
      return nodesOf((row as Explained[number])['QUERY PLAN'][0].Plan);
    },
    end: () => planning.end(),
  };
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

export const isWholeRead = (node: Plan) =>
  node['Node Type'].endsWith('Seq Scan') &&
  ['products', 'farms'].includes(node['Relation Name'] ?? '');
