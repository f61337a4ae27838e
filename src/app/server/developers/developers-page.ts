/*
 * The page for developers, drawn from the description of the REST paths. It has no script: each
 * path opens by itself, and a phone on a weak connection gets everything in one answer.
 */

import { type ErrorCode, errors } from '#platform/rules/errors.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { escapeHtml } from '#platform/server/escape-html.ts';
import { errorSentence } from '#platform/server/openapi/error-responses.ts';
import { exampleOf, type JsonSchema } from '#platform/server/openapi/json-schemas.ts';
import { type OpenApi, type Operation, partOf } from '#platform/server/openapi/write-openapi.ts';
import { developersStyle } from './developers-style.ts';
import { fieldsTable, prose } from './fields-table.ts';

type Reader = { language: Language; supportEmail: string };

const OTHER: Record<Language, { language: Language; name: string }> = {
  en: { language: 'sw', name: 'Kiswahili' },
  sw: { language: 'en', name: 'English' },
};

export function drawDevelopersPage(api: OpenApi, { language, supportEmail }: Reader): string {
  const say = { locale: language };
  const title = m.developersTitle({}, say);
  const other = OTHER[language];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · SokoShamba</title><meta name="description" content="${escapeHtml(m.developersLead({}, say))}">
<link rel="icon" href="/favicon.svg"><style>${developersStyle}</style></head>
<body><a class="skip" href="#main">${escapeHtml(m.skipToContent({}, say))}</a>
<header><div><a class="brand" href="/">SokoShamba</a><a href="?language=${other.language}" lang="${other.language}" hreflang="${other.language}">${other.name}</a></div></header>
<main id="main" class="page"><div class="top"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(m.developersLead({}, say))}</p></div><nav aria-label="${escapeHtml(m.legalContents({}, say))}"><ul>${[
    ...guide.map(({ id, title: name }) => [id, name] as const),
    ...api.tags.map(({ name }) => [idOf(name), name] as const),
    ['objects', 'Objects'] as const,
    ['errors', 'Errors'] as const,
  ]
    .map(([id, name]) => `<li><a href="#${id}">${escapeHtml(name)}</a></li>`)
    .join('')}</ul></nav>
<div lang="en">${guide.map((part) => drawGuide(part, api)).join('')}${api.tags.map(({ name }) => drawTag(api, name)).join('')}
${drawObjects(api)}${drawErrors()}</div></main>
<footer><a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a></footer></body></html>`;
}

type GuidePart = { id: string; title: string; html: (origin: string) => string };

const guide: GuidePart[] = [
  {
    id: 'start',
    title: 'Begin here',
    html: (
      origin,
    ) => `<p>Every path below is under <code>${origin}</code> and answers JSON. The whole description is also a file in the OpenAPI 3.1 format, from which most languages can generate a client: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<pre>curl '${origin}/api/crops?search=nyanya'</pre>
<p>Other paths need <code>Authorization: Bearer …</code> with an API key, which you make in your settings, or with the token of a login: POST /api/auth/login, /api/auth/send-otp and /api/auth/verify-otp, in this order.</p>`,
  },
  {
    id: 'keys',
    title: 'API keys',
    html: (
      origin,
    ) => `<p>A key belongs to you and may do only what you have ticked: <code>read</code>, <code>stock</code> or <code>orders</code>. Each path below says which of them opens it. No key can pay, cancel an order, confirm receipt, change your account, or manage keys. The limits are those of the app.</p>
<pre>curl -X PATCH '${origin}/api/farmer/products/17/quantity' \\
  -H 'Authorization: Bearer ssk_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"quantity": 25.5}'</pre>
<p>We store only a hash of a key, so we cannot show it again. Revoke one in your settings. A new password by a code, and a suspension of the account, end all keys.</p>`,
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    html: () => `<p>In your settings you give us up to five https addresses of your own. We send a POST there when an order of yours is placed or changes, and to farmers when their stock changes. The signature follows the Standard Webhooks rules, for which most languages have a library: it takes the secret that the settings show once, and the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>.</p>
<pre>{
  "type": "order.changed",
  "timestamp": "2026-11-26T07:30:00.000Z",
  "subject": "order/12",
  "sequence": 3,
  "data": {"order": …}
}</pre>
<p>The types are <code>order.placed</code>, <code>order.changed</code> (<code>data.order</code> as GET /api/buyer/orders/12 or /api/farmer/orders/12 answers it to you), <code>product.stock</code> (<code>data.product</code> as GET /api/farmer/products lists it) and <code>webhook.test</code>. An event has the state at its first sending: changes that come before that share one event. The data of two events of a subject always differ.</p>
<p>Answer with any status of 2xx within 5 seconds; we do not read the body. Otherwise we send the same bytes again after 5 seconds, 5 minutes, 30 minutes, 2, 5 and 10 hours, for three days. After a lost answer an event may come twice: its <code>webhook-id</code> is the same. The events of a subject come in the order of their <code>sequence</code>, which counts from 1 (anew after a year without an event), and the next one waits until you have accepted the one before.</p>
<p>If you accept nothing for three days, the webhook is paused, and you get a notice. While it is paused nothing is recorded, so read the present state through the paths below after switching it on. Events are kept for seven days; until then the settings can send one again.</p>
<p>We do not follow redirects, and send only to addresses of the public internet. After a new secret, we sign with both for 24 hours. A new password by a code, and a suspension of the account, end all webhooks.</p>`,
  },
  {
    id: 'rules',
    title: 'Rules',
    html: () => `<p>Amounts are in KES with at most two decimals. Quantities are in the unit of the product, with two decimals. Days are those of Nairobi, as 2026-11-26; moments are in UTC, as 2026-11-26T07:30:00.000Z.</p>
<p>Lists answer <code>nextCursor</code>: send it as <code>?cursor=</code> for the next page. It is null on the last page.</p>
<p>Send an <code>Idempotency-Key</code> where a path takes one, new for each act. If the answer is lost, send the same request with the same key: you get the first answer, and nothing happens twice.</p>
<p>An error has a <code>message</code> for people, in English or Swahili (<code>Accept-Language: sw</code>), and a <code>code</code> for programs. 429 and 503 have a <code>Retry-After</code> in seconds.</p>
<p>Ignore fields that you do not know. New ones may come without notice; a field never changes its meaning.</p>`,
  },
];

const drawGuide = ({ id, title, html }: GuidePart, { servers }: OpenApi) =>
  `<h2 id="${id}">${title}</h2>${html(escapeHtml(servers[0]?.url ?? ''))}`;

const idOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z]+/g, '-');

function drawTag(api: OpenApi, tag: string): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => drawOperation({ method, path, operation }, api)),
  );
  return operations.length === 0
    ? ''
    : `<h2 id="${idOf(tag)}">${escapeHtml(tag)}</h2>${operations.join('')}`;
}

type Drawn = { method: string; path: string; operation: Operation };

function drawOperation({ method, path, operation }: Drawn, { components }: OpenApi): string {
  const { operationId, summary, description, requestBody } = operation;
  const parameters = operation.parameters.map((one) => partOf(one, components.parameters));
  const responses = Object.entries(operation.responses).map(
    ([code, one]) => [code, partOf(one, components.responses)] as const,
  );
  const [status, success] = responses.find(([code]) => code.startsWith('2')) ?? [];
  const json = requestBody?.content['application/json'];
  const media = json ?? requestBody?.content['multipart/form-data'];
  const body = media && partOf(media.schema, components.schemas);
  const answer = success?.content?.['application/json'];
  const file = Object.keys(success?.content ?? {})[0];
  const codes = responses.flatMap(([, { content }]) =>
    codesOf(content?.['application/json']?.schema),
  );
  const inputs: JsonSchema = {
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description: meaning }) => [
        name,
        { ...schema, ...(meaning && { description: meaning }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return `<details id="${operationId}"><summary><b class="${method}">${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary><div class="in">
${description ? `<p>${prose(description)}</p>` : ''}<p class="who">${accessOf(operation)}</p>
${parameters.length > 0 ? `<h3>Path, query and headers</h3>${fieldsTable(inputs)}` : ''}
${body ? `<h3>Body${json ? '' : ' (multipart/form-data)'}</h3>${fieldsTable(body)}` : ''}
${body ? example(exampleOf(body, components.schemas)) : ''}
<h3>Answer ${status ?? ''}</h3>${answer ? fieldsTable(answer.schema) + example(exampleOf(answer.schema, components.schemas)) : `<p>${file ? `<code>${file}</code>` : 'No body.'}</p>`}
<h3>Errors</h3><p>${codes.map((code) => `<a href="#${code}"><code>${code}</code></a>`).join(' ')}</p></div></details>`;
}

/** Says in words who may call an operation. */
function accessOf({ security }: Operation): string {
  if (security.length === 0) return 'For anyone.';
  const scopes = security.flatMap(({ key }) => key ?? []);
  return scopes.length === 0
    ? 'Needs the token of a login. API keys are refused.'
    : `Needs the token of a login, or an API key that may <code>${scopes.join('</code> or <code>')}</code>.`;
}

const codesOf = (schema?: JsonSchema): string[] =>
  (schema?.properties?.code?.enum ?? []).map(String);

const example = (value: unknown) =>
  `<p></p><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

const drawObjects = ({ components }: OpenApi) =>
  `<h2 id="objects">Objects</h2>${Object.entries(components.schemas)
    .map(
      ([name, schema]) =>
        `<details id="object-${name}"><summary><code>${name}</code></summary><div class="in">${schema.description ? `<p>${escapeHtml(schema.description)}</p>` : ''}${fieldsTable(schema)}</div></details>`,
    )
    .join('')}`;

/** Every code, with its status and sentence. */
const drawErrors = () =>
  `<h2 id="errors">Errors</h2><div class="scroll"><table class="fields"><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Sentence</th></tr></thead><tbody>${(
    Object.keys(errors) as ErrorCode[]
  )
    .map(
      (code) =>
        `<tr id="${code}"><td><code>${code}</code></td><td>${errors[code].status}</td><td>${escapeHtml(errorSentence(code))}</td></tr>`,
    )
    .join('')}</tbody></table></div>`;
