import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Hono } from 'hono';
import { operations, procedures } from '#app/server/app-router.ts';
import { describeApi } from '#app/server/describe-api.ts';
import type { RequestEnv } from '#server/http/rest.ts';
import type { JsonSchema } from '#server/openapi/json-schemas.ts';
import { type Operation, partOf } from '#server/openapi/write-openapi.ts';

const api = describeApi('http://localhost:3000');

const ajv = new Ajv2020({
  strict: false,
  formats: {
    date: /^\d{4}-\d\d-\d\d$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    binary: true,
  },
});
const nameOf = (ref: string) => ref.slice('#/components/schemas/'.length);
for (const [name, schema] of Object.entries(api.components.schemas))
  ajv.addSchema(name === 'Error' ? schema : closed(schema), name);

/** A field that is not described is wrong, while the published schema leaves that open. */
function closed(schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(schema.$ref && { $ref: nameOf(schema.$ref) }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, field]) => [name, closed(field)]),
      ),
      additionalProperties: schema.additionalProperties ?? false,
    }),
    ...(schema.items && { items: closed(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(closed) }),
  };
}

const open = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema.$ref && { $ref: nameOf(schema.$ref) }),
});

const byLiteral = Object.entries(api.paths)
  // "/api/farmer/orders/report" is not an order whose id is "report".
  .toSorted(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operation,
    })),
  );

const contentOf = (response: Operation['responses'][string]) =>
  partOf(response, api.components.responses).content;

const validators = new Map<string, ValidateFunction>();

function validatorOf(key: string, schema: JsonSchema, isError: boolean): ValidateFunction {
  const known = validators.get(key);
  if (known) return known;
  const made = ajv.compile(isError ? open(schema) : closed(schema));
  validators.set(key, made);
  return made;
}

/**
 * Every answer of an operation that has a schema is compared with it, also when a caller or tRPC
 * asks for it.
 */
for (const { name, operation } of operations) {
  const procedure = procedures[name];
  if (!operation.rest || !procedure) continue;
  const [method = '', path = ''] = operation.rest.split(' ');
  const described = api.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const response = described?.responses[operation.status ?? 200];
  const media = response && contentOf(response)?.['application/json'];
  if (!media) throw new Error(`${operation.rest} is not described`);
  const validate = validatorOf(`${name} as a procedure`, media.schema, false);
  const checked = async (options: Parameters<typeof procedure>[0]) => {
    const answer: unknown = await procedure(options);
    const { under } = operation;
    const fields = under ? { [under]: answer } : (answer as object);
    const sent: unknown = JSON.parse(JSON.stringify({ success: true, ...fields }));
    if (validate(sent)) return answer;
    throw new Error(`${name} is not as described: ${ajv.errorsText(validate.errors)}`);
  };
  procedures[name] = Object.assign(checked, procedure) as typeof procedure;
}

export function withDescribedAnswers<App extends Pick<Hono<RequestEnv>, 'request'>>(app: App): App {
  const request = app.request.bind(app);
  app.request = async (input, init, ...rest) => {
    const response = await request(input, init, ...rest);
    const method = (input instanceof Request ? input.method : init?.method) ?? 'GET';
    const address = input instanceof Request ? input.url : String(input);
    const { pathname } = new URL(address, 'http://localhost');
    const found = byLiteral.find((one) => one.method === method && one.pattern.test(pathname));
    const problem = found && (await problemOf(found.operation, response));
    if (problem) throw new Error(`${method} ${pathname} is not as described: ${problem}`);
    return response;
  };
  return app;
}

export function problemOfValue(schema: JsonSchema, value: unknown): string | null {
  const validate = ajv.compile(closed(schema));
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

async function problemOf(operation: Operation, response: Response): Promise<string | null> {
  const status = String(response.status);
  if (status === '304') return null;
  const isVariant = ['200', '201', '204'].includes(status);
  const variant = isVariant && ['200', '201', '204'].find((code) => operation.responses[code]);
  const answer = operation.responses[status] ?? (variant && operation.responses[variant]);
  if (!answer) return `status ${status}: ${await response.clone().text()}`;
  if (status === '204') return null;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const media = contentOf(answer)?.[type];
  if (!media) return `${status} with the content type ${type}`;
  if (type !== 'application/json' || media.schema.type === 'string') return null;
  const body: unknown = JSON.parse(await response.clone().text());
  const isError = response.status >= 400;
  const validate = validatorOf(`${operation.operationId} ${status}`, media.schema, isError);
  if (validate(body)) return null;
  return `${status} ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 2000)}`;
}
