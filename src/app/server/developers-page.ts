/* Has no script, so that a phone on a weak connection gets everything in one answer. */

import { errors } from '#rules/errors.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { errorSentence, exampleOf, type JsonSchema } from '#server/openapi/json-schemas.ts';
import { type OpenApi, type Operation, partOf } from '#server/openapi/write-openapi.ts';
import { m } from '#text';

const developersStyle = `
:root{color-scheme:light dark;--paper:#faf7ef;--card:#fffdf8;--sunk:#f2ecdd;--line:#e6dfcf;--ink:#17261d;--soft:#4c5c52;--green:#1f6b43;--forest:#0f3d2e;--get:#e4f0e3;--onget:#1b5a38;--write:#fbeccb;--onwrite:#6b4700;--end:#fae4dc;--onend:#85301f}
@media(prefers-color-scheme:dark){:root{--paper:#101b15;--card:#18261e;--sunk:#0b140f;--line:#2c3c32;--ink:#eef2e8;--soft:#aebcb1;--green:#86d3a4;--get:#1d3b2b;--onget:#a9e2bf;--write:#3d3013;--onwrite:#f7d388;--end:#45241c;--onend:#f8bead}}
*{box-sizing:border-box}html{scroll-padding-top:16px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
a{color:var(--green)}:focus-visible{outline:3px solid var(--green);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--card);padding:8px 12px;z-index:1}
header{background:var(--forest);color:#fff}header div{max-width:72rem;margin:0 auto;padding:0 16px;display:flex;justify-content:space-between;align-items:center;gap:16px}
header a{color:#fff;text-decoration:none;display:inline-flex;align-items:center;min-height:56px}header .brand{font-weight:800;font-size:1.25rem}header a:hover{text-decoration:underline}
.page{max-width:72rem;margin:0 auto;padding:24px 16px 64px;display:grid;grid-template-columns:minmax(0,1fr);gap:16px 40px}.page>*{min-width:0}
@media(min-width:900px){.page{grid-template:auto 1fr/13rem minmax(0,1fr);row-gap:0;padding-top:40px}.page>nav{grid-area:1/1/span 2;position:sticky;top:24px;align-self:start;max-height:calc(100vh - 48px);overflow:auto}}
h1{font-size:clamp(1.75rem,1.45rem + 1.35vw,2.5rem);line-height:1.12;margin:0 0 12px}h2{font-size:1.5rem;line-height:1.2;margin:48px 0 12px}h3{font-size:1.0625rem;margin:20px 0 8px}p{margin:0 0 12px;max-width:44rem}
nav ul{list-style:none;margin:0;padding:8px;border:1px solid var(--line);border-radius:16px;background:var(--card)}nav a{display:flex;align-items:center;min-height:44px;padding:2px 12px;border-radius:12px;text-decoration:none;color:var(--ink);font-size:.9375rem}nav a:hover{background:var(--sunk)}
@media(max-width:899px){nav ul{display:grid;grid-template-columns:1fr 1fr}}
code,pre{font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}code{overflow-wrap:anywhere}
pre{margin:0 0 12px;white-space:pre-wrap;overflow-wrap:anywhere;padding:12px 14px;background:var(--sunk);border-radius:12px;overflow:auto;max-height:24rem}
details{border:1px solid var(--line);border-radius:12px;background:var(--card);margin:0 0 8px}
summary{cursor:pointer;display:flex;flex-wrap:wrap;align-items:center;gap:2px 12px;min-height:48px;padding:8px 14px;list-style:none}summary::-webkit-details-marker{display:none}summary:hover{background:var(--sunk);border-radius:12px}
summary b{font:700 .8125rem/1 ui-monospace,Menlo,monospace;padding:6px 8px;border-radius:8px;min-width:4.25rem;text-align:center}.get{background:var(--get);color:var(--onget)}.post,.put,.patch{background:var(--write);color:var(--onwrite)}.delete{background:var(--end);color:var(--onend)}.options{background:var(--sunk);color:var(--soft)}
summary span{color:var(--soft);font-size:.9375rem;flex:1 1 16rem}.in{padding:4px 14px 16px}.who{color:var(--soft);font-size:.9375rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9375rem}th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-top:1px solid var(--line)}th{color:var(--soft);font-weight:600;border-top:0}td:first-child{white-space:nowrap}td i{color:var(--soft);font-style:normal}
@media(max-width:599px){table.fields thead{display:none}table.fields tr{display:block;border-top:1px solid var(--line);padding:8px 0}table.fields td{display:block;border:0;padding:0;white-space:normal}}
footer{border-top:1px solid var(--line);padding:24px 16px;text-align:center;color:var(--soft)}footer a{display:inline-flex;min-height:44px;align-items:center}
@media print{header,nav,footer{display:none}}
`;

const names: Record<string, string> = {
  '': 'anything',
  string: 'text',
  'date-time': 'moment',
  date: 'day',
  binary: 'file',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

type Reader = { language: Language; supportEmail: string };

const OTHER: Record<Language, { language: Language; name: string }> = {
  en: { language: 'sw', name: 'Kiswahili' },
  sw: { language: 'en', name: 'English' },
};

export function drawDevelopersPage(api: OpenApi, { language, supportEmail }: Reader) {
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
    html: () => `<p>In your settings you give us up to five https addresses of your own. We send a POST there when an order of yours is placed or changes, when a lot of yours or with a share of yours changes, and to farmers when their stock changes. The signature follows the Standard Webhooks rules, for which most languages have a library: it takes the secret that the settings show once, and the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>.</p>
<pre>{
  "type": "order.changed",
  "timestamp": "2026-11-26T07:30:00.000Z",
  "subject": "order/12",
  "sequence": 3,
  "data": {"order": …}
}</pre>
<p>The types are <code>order.placed</code>, <code>order.changed</code> (<code>data.order</code> as GET /api/buyer/orders/12 or /api/farmer/orders/12 answers it to you), <code>product.stock</code> (<code>data.product</code> as GET /api/farmer/products lists it), <code>lot.changed</code> (<code>data.lot</code> as GET /api/buyer/lots/12 or /api/farmer/lots/12) and <code>webhook.test</code>. An event has the state at its first sending: changes that come before that share one event. The data of two events of a subject always differ.</p>
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

function drawTag(api: OpenApi, tag: string) {
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

function drawOperation({ method, path, operation }: Drawn, { components }: OpenApi) {
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

function accessOf({ security }: Operation) {
  if (security.length === 0) return 'For anyone.';
  const scopes = security.flatMap(({ key }) => key ?? []);
  return scopes.length === 0
    ? 'Needs the token of a login. API keys are refused.'
    : `Needs the token of a login, or an API key that may <code>${scopes.join('</code> or <code>')}</code>.`;
}

const codesOf = (schema?: JsonSchema) => (schema?.properties?.code?.enum ?? []).map(String);

const example = (value: unknown) =>
  `<p></p><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

const drawObjects = ({ components }: OpenApi) =>
  `<h2 id="objects">Objects</h2>${Object.entries(components.schemas)
    .map(
      ([name, schema]) =>
        `<details id="object-${name}"><summary><code>${name}</code></summary><div class="in">${schema.description ? `<p>${escapeHtml(schema.description)}</p>` : ''}${fieldsTable(schema)}</div></details>`,
    )
    .join('')}`;

const drawErrors = () =>
  `<h2 id="errors">Errors</h2><div class="scroll"><table class="fields"><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Sentence</th></tr></thead><tbody>${(
    Object.keys(errors) as ErrorCode[]
  )
    .map(
      (code) =>
        `<tr id="${code}"><td><code>${code}</code></td><td>${errors[code].status}</td><td>${escapeHtml(errorSentence(code))}</td></tr>`,
    )
    .join('')}</tbody></table></div>`;

function fieldsTable(schema: JsonSchema) {
  const rows = rowsOf(schema);
  if (rows.length === 0) return '<p>No fields.</p>';
  return `<div class="scroll"><table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function rowsOf(schema: JsonSchema, prefix = ''): string[] {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    const row = `<tr><td><code>${escapeHtml(prefix + name)}</code>${isRequired ? '' : ' <i>optional</i>'}</td><td>${typeOf(field)}</td><td>${prose(field.description ?? '')}</td></tr>`;
    return [row, ...innerRows(field, `${prefix}${name}.`)];
  });
  return [...new Set([...own, ...alternatives.flatMap((one) => rowsOf(one, prefix))])];
}

const innerRows = (field: JsonSchema, prefix: string): string[] =>
  [field, ...(field.anyOf ?? []), ...(field.items ? [field.items] : [])].flatMap((inner) =>
    inner.properties ? rowsOf({ ...inner, anyOf: [] }, prefix) : [],
  );

/** Names between backticks become code. */
const prose = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

function typeOf(field: JsonSchema): string {
  if (field.$ref) {
    const name = escapeHtml(field.$ref.slice(field.$ref.lastIndexOf('/') + 1));
    return `<a href="#object-${name}">${name}</a>`;
  }
  if (field.anyOf) return [...new Set(field.anyOf.map(typeOf))].join(' or ');
  if ('const' in field) return `<code>${escapeHtml(JSON.stringify(field.const))}</code>`;
  if (field.enum)
    return field.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  const types = [field.type ?? ''].flat();
  if (types[0] === 'array') return `list of ${field.items ? typeOf(field.items) : 'anything'}`;
  return types.map((type) => names[(type !== 'null' && field.format) || type] ?? type).join(' or ');
}
