import { join } from 'node:path';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { root } from '#tests/setup/imports.ts';
import {
  givenMarket,
  makeFarm,
  makeOrder,
  makeTestBuyer,
  market,
  request,
} from '#tests/setup/in-market.ts';
import { type Listening, listen } from '#tests/setup/servers/listen.ts';

const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './market';

export async function run(url: string, token: string, waitForOrder: (productId: number) => Promise<number>) {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: \`Bearer \${token}\` } });
  const listed = await client.POST('/api/farmer/products', {
    body: { product_name: 'Tomatoes', category: 'Vegetables', quantity_available: 40, unit_of_measure: 'crates', price_per_unit: 1200 },
  });
  const product = listed.data?.product;
  if (!product) throw new Error(listed.error?.code);
  const counted = await client.PATCH('/api/farmer/products/{id}/quantity', {
    params: { path: { id: product.id } },
    body: { quantity: 25.5, quantitySeen: product.quantity },
  });
  const id = await waitForOrder(product.id);
  const waiting = await client.GET('/api/farmer/orders', { params: { query: { status: 'pending' } } });
  const confirmed = await client.POST('/api/farmer/orders/{id}/confirm', {
    params: { path: { id }, header: { 'Idempotency-Key': 'one-confirmation' } },
    body: {},
  });
  const again = await client.POST('/api/farmer/orders/{id}/reject', { params: { path: { id } }, body: {} });
  const quantity: number | undefined = counted.data?.product.quantity;
  return { quantity, waiting: waiting.data?.orders.length, status: confirmed.data?.order.status, refusal: again.error?.code };
}
`;

type WaitForOrder = (productId: number) => Promise<number>;
type Run = (url: string, token: string, waitForOrder: WaitForOrder) => Promise<unknown>;

givenMarket();
let server: Listening;
beforeEach(async () => {
  server = await listen(market);
});
afterEach(() => server.close());

test('a client generated from the description lists a product, changes its stock and accepts an order, and its types agree', async () => {
  const [farm, buyer] = [await makeFarm(), await makeTestBuyer()];
  const described = await request('/api/openapi.json');
  const types = astToString(await openapiTypeScript(await described.text()));
  expect(typeErrors(types, PROGRAM)).toEqual([]);
  const wrong = PROGRAM.replace('quantity: 25.5', 'quantity: "many"');
  expect(typeErrors(types, wrong)).toHaveLength(1);

  const { run } = await load(PROGRAM);
  const order = async (productId: number) =>
    (await makeOrder(buyer, [{ productId, quantity: 2 }])).id;
  expect(await run(server.url, farm.token, order)).toEqual({
    quantity: 25.5,
    waiting: 1,
    status: 'confirmed',
    refusal: 'STEP_NOT_ALLOWED',
  });
});

function typeErrors(types: string, client: string): string[] {
  const at = (name: string) => join(root, 'tests/app/rest', name);
  const sources = new Map([
    [at('market.d.ts'), types],
    [at('program.ts'), client],
  ]);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => sources.get(name) ?? readFile(name);
  host.fileExists = (name) => sources.has(name) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const text = sources.get(name);
    return text === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

async function load(program: string): Promise<{ run: Run }> {
  const library = import.meta.resolve('openapi-fetch');
  const { outputText } = ts.transpileModule(program.replace("'openapi-fetch'", `'${library}'`), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}
