import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import ts from 'typescript';
import { offerTexts } from '#messages/rules/message.ts';
import { SMS_FACTS_MIN, SMS_GOODS_MAX, SMS_PAYOUTS_MAX } from '#orders/rules/sms-words.ts';
import {
  SMS_LINES_MAX,
  SMS_LONG_LIST_MAX,
  SMS_ORDERS_MAX,
  SMS_STOCK_MAX,
  SMS_WAYS_MAX,
  SMS_WHICH_MAX,
} from '#phones/rules/intents.ts';
import { SMS_ASKED_MAX } from '#products/server/run-freshness-clock.ts';
import { languages } from '#rules/language.ts';
import { ID_MAX } from '#rules/limits.ts';
import { callNow, dial, measureSms, orCall, orDial, SMS_NAME_MAX } from '#rules/text/sms.ts';
import { projectRoot } from '#server/project-root.ts';
import { SMS_WHY_MAX } from '#standing-orders/server/notices.ts';
import { m } from '#text';

type DocumentPart = { document: string; name: string; text: string };

/** A test checks that they are up to date. */
export const makeDocumentParts = (): DocumentPart[] => [
  { document: 'docs/architecture.md', name: 'features', text: houseDiagram(readFeatures()) },
  { document: 'docs/sms.md', name: 'texts', text: smsTable() },
  { document: 'docs/decisions/README.md', name: 'index', text: decisionIndex() },
];

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

function readFeatures() {
  const path = 'tests/architecture.test.ts';
  const tree = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const list = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(({ name }) => ts.isIdentifier(name) && name.text === 'FEATURES')?.initializer;
  if (!list || !ts.isArrayLiteralExpression(list))
    throw new Error(`${path} has no list called FEATURES`);
  return list.elements.filter(ts.isStringLiteral).map(({ text }) => text);
}

function houseDiagram(features: string[]) {
  return [
    '```mermaid',
    'flowchart TD',
    '  app["src/app: the server and the web application, which know every feature"] --> features',
    '  subgraph features["src/features, each on those that it may use"]',
    `    ${features.toReversed().join(' --> ')}`,
    '  end',
    '  features --> platform["src/platform: database, HTTP, adapters, web client, user interface"]',
    '```',
  ].join('\n');
}

function smsTable() {
  const rows = Object.entries(smsTexts).flatMap(([name, { text, longest }]) =>
    languages.map((language) => {
      const written = text(longest, { locale: language });
      const { characters, parts } = measureSms(written);
      return `| \`${name}\` | ${language} | ${written.replaceAll('\n', '<br>')} | ${characters} | ${parts} |`;
    }),
  );
  return [
    '| text | | with its longest values | characters | parts |',
    '| --- | --- | --- | --: | --: |',
    ...rows,
  ].join('\n');
}

function decisionIndex() {
  const folder = 'docs/decisions';
  const files = readdirSync(join(projectRoot, folder)).filter((name) => /^\d{4}-/.test(name));
  const numbers = files.map((name) => name.slice(0, 4));
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (twice) throw new Error(`Two decisions in ${folder} have the number ${twice}`);
  const rows = files.sort().map((name) => {
    const text = read(`${folder}/${name}`);
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
    if (!number || !title || Number(name.slice(0, 4)) !== Number(number)) {
      throw new Error(
        `${folder}/${name} must begin with its number and title: # ${Number(name.slice(0, 4))}. Title`,
      );
    }
    const [status = ''] = /^(?:Superseded|Refined) by \[.+$/m.exec(text) ?? [];
    return `| ${number} | [${title}](${name}) | ${status.replace(/\.$/, '')} |`;
  });
  return ['| | decision | status |', '| --: | --- | --- |', ...rows].join('\n');
}

export function putIntoDocument(document: string, { name, text }: { name: string; text: string }) {
  const path = isAbsolute(document) ? document : join(projectRoot, document);
  writeFileSync(path, withPart(readFileSync(path, 'utf8'), { name, text }));
}

export function withPart(document: string, { name, text }: { name: string; text: string }) {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [at, until] = [document.indexOf(begin), document.indexOf(end)];
  if (at < 0 || until < at) throw new Error(`The document has no place for ${name}`);
  return `${document.slice(0, at + begin.length)}${text}\n${document.slice(until)}`;
}

/*
 * All texts of SMS and USSD, with the longest values that each gets. A test measures them, and
 * docs/sms.md lists them. Their names begin with "sms" in the language files.
 */
type InLanguage = { locale: Language };
type Value = string | number;
type Values = Record<string, Value | ((options: InLanguage) => Value)>;

const TOTAL = '1,234,567';
/** In `smsPrice`, of one kilogram. */
const PRICE_OF_KG = '12,345';
const NAME = 'x'.repeat(SMS_NAME_MAX);
const support = { ussdCode: '*1234*12345#', phone: '+254 700 000 000' };
const nextStep = (options: InLanguage) => m.smsNextSend({ id: ID_MAX }, options);
const handOver = (options: InLanguage) => m.smsNextCode({ id: ID_MAX }, options);
const letters = (count: number) => 'x'.repeat(count);

/** The longest value of each parameter in most texts. Names that users chose are cut to these. */
const longest: Values = {
  act: (options) => callNow(support, options),
  amount: TOTAL,
  before: '1,000,000',
  code: '123456',
  count: 99,
  county: 'Elgeyo-Marakwet',
  crop: NAME,
  day: 'Wednesday 30/12',
  deposit: TOTAL,
  dial: (options) => dial(support, options),
  due: TOTAL,
  example: ': STOKI 100 999,999.99',
  facts: letters(SMS_FACTS_MIN),
  farm: NAME,
  farms: 999,
  goods: letters(SMS_GOODS_MAX),
  high: TOTAL,
  hours: 24,
  id: ID_MAX,
  inHand: TOTAL,
  lastDigits: '678',
  least: '999,999.99',
  left: 4,
  line: `100 ${NAME} 1,000,000 vifungu`,
  list: letters(SMS_LONG_LIST_MAX),
  low: TOTAL,
  minutes: 10,
  moment: '17:10 tomorrow',
  more: TOTAL,
  most: '999,999.99',
  name: NAME,
  next: handOver,
  number: 100,
  one: 'kreti (kilo 1,999.99)',
  orCall: (options) => orCall(support, options),
  orDial: (options) => orDial(support, options),
  phone: support.phone,
  point: NAME,
  place: 'Elgeyo-Marakwet',
  price: TOTAL,
  product: NAME,
  quantity: '1,000,000',
  reason: letters(SMS_GOODS_MAX),
  receipt: 'SBK1234567',
  received: TOTAL,
  rest: TOTAL,
  state: (options) => m.smsStateUnpaid({}, options),
  terms: 'imelipwa, itachukuliwa, leo asubuhi',
  total: TOTAL,
  town: NAME,
  unit: 'vifungu',
  until: '17:10 tomorrow',
  wanted: '1,000,000',
  usual: 10,
  when: (options) => m.smsMoneyBoth({}, options),
  why: letters(SMS_WHY_MAX),
  words: NAME,
};

/** The longest values of single texts. */
const exceptions: Record<string, Values> = {
  smsAccepted: { next: nextStep, phone: '0712345678' },
  smsAndMore: { list: letters(SMS_PAYOUTS_MAX) },
  smsAskReach: { most: 25 },
  smsCounted: { before: (options) => `1,000,000. ${m.productExpired({}, options)}` },
  smsDial: { code: support.ussdCode },
  smsHint: {
    next: (options) => m.smsWriteIt({ example: 'X'.repeat(SMS_WAYS_MAX) }, options),
  },
  smsLotFilled: { hours: '23:00-24:00', day: 'Wednesday' },
  smsLotProposed: { day: 'Wednesday', one: 'kifungu', quantity: '999999.99' },
  smsLotTaken: { hours: '23:00-24:00', day: 'Wednesday' },
  smsMoreMessages: { count: 999 },
  smsMoreOfBuyer: { count: 999 },
  smsMoreOrders: { count: 999 },
  smsMorePayouts: { count: 999 },
  smsOffer: {
    news: (options) =>
      Object.values(offerTexts)
        .map((text) => text({ product: NAME }, options))
        .reduce((one, other) => (other.length > one.length ? other : one)),
  },
  smsOfferToAnswer: { price: '10,000,000' },
  smsOrDial: { code: support.ussdCode },
  smsOrderLine: { state: 'imekamilika' },
  smsOrderMenu: {
    line: 'Order 2147483647 imekamilika KES 1,234,567',
    steps: '1 Enter the code\n2 Enter the weight\n9 Details',
  },
  smsOrderPaid: { next: nextStep },
  smsOrderTitle: { state: 'imekamilika' },
  smsOrdersList: { list: letters(SMS_ORDERS_MAX) },
  smsOrdersMore: { next: ID_MAX },
  smsPayouts: {
    list: (options) => m.smsAndMore({ list: letters(SMS_PAYOUTS_MAX), count: 99 }, options),
  },
  smsPrice: {
    place: (options) => m.smsKenyaNot({ county: 'Elgeyo-Marakwet' }, options),
    median: PRICE_OF_KG,
    low: PRICE_OF_KG,
    high: PRICE_OF_KG,
  },
  smsProductMenu: { product: (options) => `${m.productExpired({}, options)}\n${NAME}` },
  smsProductUnknown: { number: 999 },
  smsStandingSkipped: { next: 'Wednesday 30/12' },
  smsStillThere: { list: letters(SMS_ASKED_MAX), quantity: '999999.99' },
  smsStockList: { list: letters(SMS_STOCK_MAX) },
  smsStockMore: { next: 100 },
  smsUnitOther: { unit: 'magunia' },
  smsWhichLines: { list: letters(SMS_LINES_MAX) },
  smsWhichOrder: { list: letters(SMS_WHICH_MAX) },
  smsWhichWeights: { list: letters(SMS_LINES_MAX) },
  smsWriteIt: { example: 'X'.repeat(SMS_WAYS_MAX) },
  smsWriteTo: { number: '+254712345678' },
};

type Text = (values: Record<string, Value>, options: InLanguage) => string;

const entry = (name: string, text: Text) => ({
  longest: { ...longest, ...exceptions[name] },
  text: (values: Values, options: InLanguage) => {
    const written = Object.entries(values).map(([parameter, value]) => [
      parameter,
      typeof value === 'function' ? value(options) : value,
    ]);
    return text(Object.fromEntries(written), options);
  },
});

export const smsTexts = Object.fromEntries(
  Object.entries(m).flatMap(([name, text]) =>
    // A cast, because each text has values of its own type. A value that is missing shows.
    /^sms[A-Z]/.test(name) ? [[name, entry(name, text as Text)]] : [],
  ),
);

// `npm run docs`: writes the generated parts of the documents.
if (process.argv[1] === import.meta.filename) {
  for (const { document, ...part } of makeDocumentParts()) {
    putIntoDocument(document, part);
    console.log(`${document}: ${part.name}`);
  }
}
