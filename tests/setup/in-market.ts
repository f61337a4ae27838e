import type { SQL } from 'drizzle-orm';
import * as farms from '#tests/factories/farms.ts';
import * as parts from '#tests/factories/parts.ts';
import * as people from '#tests/factories/people.ts';
import * as photos from '#tests/factories/photos.ts';
import * as prices from '#tests/factories/prices.ts';
import * as products from '#tests/factories/products.ts';
import * as sessions from '#tests/factories/sessions.ts';
import * as standing from '#tests/factories/standing.ts';
import * as trade from '#tests/factories/trade.ts';
import * as webhooks from '#tests/factories/webhooks.ts';
import * as cards from './answers/list-cards.ts';
import { market } from './each-test.ts';
import * as keypad from './keypad.ts';
import type { Market } from './market.ts';
import * as mpesa from './mpesa.ts';
import * as phones from './phones.ts';
import * as rest from './rest.ts';
import * as rows from './rows.ts';
import * as sms from './sms.ts';

export {
  buyerSignup,
  farmerSignup,
  farmerWithoutEmail,
  PASSWORD,
} from '#tests/factories/people.ts';
export { productForm } from '#tests/factories/products.ts';
export { codeOf, freshKey, nearPlace, orderForm } from '#tests/factories/trade.ts';
export * from './each-test.ts';
export { START } from './market.ts';
export { outcomeOf } from './rest.ts';

/*
 * The factories and questions of tests, in the market that a fixture of each-test.ts has made.
 */
const inMarket =
  <Given extends unknown[], Made>(make: (market: Market, ...given: Given) => Made) =>
  (...given: Given): Made =>
    make(market, ...given);

export type Farm = farms.Farm;
export type TestBuyer = trade.TestBuyer;

export const makeFarm = inMarket(farms.makeFarm);
export const makeProduct = inMarket(products.makeProduct);
export const makePreOrder = inMarket(products.makePreOrder);
export const changeProduct = inMarket(products.changeProduct);
export const movementsOf = inMarket(products.movementsOf);
export const makeTestBuyer = inMarket(trade.makeTestBuyer);
export const makeProvenBuyer = inMarket(trade.makeProvenBuyer);
export const makeOrder = inMarket(trade.makeOrder);
export const changeOrder = inMarket(trade.changeOrder);
export const byMpesa = inMarket(trade.byMpesa);
export const booksOf = inMarket(trade.booksOf);
export const makeBuyer = inMarket(people.makeBuyer);
export const makeFarmer = inMarket(people.makeFarmer);
export const logIn = inMarket(people.logIn);
export const mailedCode = inMarket(people.mailedCode);
export const proveEmail = inMarket(people.proveEmail);
export const resetCode = inMarket(people.resetCode);
export const resetPassword = inMarket(people.resetPassword);
export const makeSession = inMarket(sessions.makeSession);
export const makePhoto = inMarket(photos.makePhoto);
export const partsOf = inMarket(parts.partsOf);
export const observeFarms = inMarket(prices.observeFarms);
export const rollUp = inMarket(prices.rollUp);
export const runAt = inMarket(standing.runAt);
export const runTuesday = inMarket(standing.runTuesday);
export const makeStanding = inMarket(standing.makeStanding);
export const startStanding = inMarket(standing.startStanding);
export const makeWebhook = inMarket(webhooks.makeWebhook);
export const sendDue = inMarket(webhooks.sendDue);
export const openMpesa = inMarket(mpesa.openMpesa);
export const openSms = inMarket(sms.openSms);
export const givePhone = inMarket(phones.givePhone);
export const phoneOf = inMarket(phones.phoneOf);
export const keypadOf = inMarket(keypad.keypadOf);
export const listCards = inMarket(cards.listCards);
export const call = inMarket(rest.call);
export const sendForm = inMarket(rest.sendForm);

export const rowsOf = <Row extends Record<string, unknown>>(statement: SQL) =>
  rows.rowsOf<Row>(market.db, statement);
export const countRows = (table: string, where?: SQL) => rows.countRows(market.db, table, where);
export const dumpDatabase = (options?: { except?: string[] }) =>
  rows.dumpDatabase(market.db, options);

export const caller: Market['caller'] = (options) => market.caller(options);
export const request: Market['request'] = (path, options) => market.request(path, options);
export const advance = (seconds: number) => market.advance(seconds);
export const lastCode = (email: string) => market.lastCode(email);
export const workThroughOutbox = () => market.workThroughOutbox();
export const workThroughPushes = () => market.workThroughPushes();
