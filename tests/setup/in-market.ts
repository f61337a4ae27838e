import type { SQL } from 'drizzle-orm';
import * as conversations from '#tests/factories/conversations.ts';
import * as farms from '#tests/factories/farms.ts';
import * as keys from '#tests/factories/keys.ts';
import * as lots from '#tests/factories/lots.ts';
import * as media from '#tests/factories/media.ts';
import * as money from '#tests/factories/money.ts';
import * as operators from '#tests/factories/operators.ts';
import * as parts from '#tests/factories/parts.ts';
import * as people from '#tests/factories/people.ts';
import * as photos from '#tests/factories/photos.ts';
import * as prices from '#tests/factories/prices.ts';
import * as products from '#tests/factories/products.ts';
import * as sessions from '#tests/factories/sessions.ts';
import * as signUps from '#tests/factories/sign-ups.ts';
import * as standing from '#tests/factories/standing.ts';
import * as trade from '#tests/factories/trade.ts';
import * as webhooks from '#tests/factories/webhooks.ts';
import * as cards from './answers/list-cards.ts';
import { market } from './each-test.ts';
import * as keypad from './keypad.ts';
import type { Market } from './market.ts';
import * as mpesa from './mpesa.ts';
import * as notices from './notices.ts';
import * as pages from './pages.ts';
import * as phones from './phones.ts';
import * as rest from './rest.ts';
import * as rows from './rows.ts';
import * as sms from './sms.ts';

export { and, eq, sql } from 'drizzle-orm';
export type { Farm } from '#tests/factories/farms.ts';
export { type Part, photoPart, productFields, productParts } from '#tests/factories/forms.ts';
export { lotForm } from '#tests/factories/lots.ts';
export { dispatchedForCash, PHONE, type Shop, TOTAL } from '#tests/factories/money.ts';
export { refusalText, requestOf } from '#tests/factories/operators.ts';
export {
  buyerSignup,
  farmerSignup,
  farmerWithoutEmail,
  PASSWORD,
} from '#tests/factories/people.ts';
export { makeJpeg } from '#tests/factories/pictures.ts';
export { productForm } from '#tests/factories/products.ts';
export {
  codeOf,
  farPlace,
  freshKey,
  nearPlace,
  orderForm,
  type TestBuyer,
} from '#tests/factories/trade.ts';
export * from './each-test.ts';
export { type Market, START, TEST_SECRET, wrongCode } from './market.ts';
export { listPhotoFiles } from './photo-folder.ts';
export { report, tally } from './report.ts';
export { outcomeOf, refusalOf } from './rest.ts';
export type { OpenSms } from './sms.ts';
export { isOnPostgres } from './test-database.ts';

/*
 * The factories and questions of tests, in the market that a fixture of each-test.ts has made.
 */
const inMarket =
  <Given extends unknown[], Made>(make: (market: Market, ...given: Given) => Made) =>
  (...given: Given): Made =>
    make(market, ...given);

export type Operator = Awaited<ReturnType<typeof operators.makeOperator>>;
export type SignedBuyer = Awaited<ReturnType<typeof people.makeBuyer>>;
export type SignedFarmer = Awaited<ReturnType<typeof people.makeFarmer>>;
export type Standing = Awaited<ReturnType<typeof standing.makeStanding>>;

export const makeFarm = inMarket(farms.makeFarm);
export const makeProduct = inMarket(products.makeProduct);
export const makePreOrder = inMarket(products.makePreOrder);
export const changeProduct = inMarket(products.changeProduct);
export const movementsOf = inMarket(products.movementsOf);
export const makeTestBuyer = inMarket(trade.makeTestBuyer);
export const makeProvenBuyer = inMarket(trade.makeProvenBuyer);
export const makeOrder = inMarket(trade.makeOrder);
export const makeOrders = inMarket(trade.makeOrders);
export const changeOrder = inMarket(trade.changeOrder);
export const byMpesa = inMarket(trade.byMpesa);
export const booksOf = inMarket(trade.booksOf);
export const makeShop = inMarket(money.makeShop);
export const moneyOf = inMarket(money.moneyOf);
export const lettersOf = inMarket(money.lettersOf);
export const findWrongMoney = inMarket(money.findWrongMoney);
export const bookCompleted = inMarket(money.bookCompleted);
export const makeTalk = inMarket(conversations.makeTalk);
export const sendPhotos = inMarket(media.sendPhotos);
export const sendVoice = inMarket(media.sendVoice);
export const makeLotFarm = inMarket(lots.makeLotFarm);
export const makeLot = inMarket(lots.makeLot);
export const runLots = inMarket(lots.runLots);
export const runLotsAt = inMarket(lots.runLotsAt);
export const makeOperator = inMarket(operators.makeOperator);
export const deskOf = inMarket(operators.deskOf);
export const doneActions = inMarket(operators.doneActions);
export const command = inMarket(operators.command);
export const makeBuyer = inMarket(people.makeBuyer);
export const makeFarmer = inMarket(people.makeFarmer);
export const logIn = inMarket(people.logIn);
export const mailedCode = inMarket(people.mailedCode);
export const proveEmail = inMarket(people.proveEmail);
export const resetCode = inMarket(people.resetCode);
export const resetPassword = inMarket(people.resetPassword);
export const makeSession = inMarket(sessions.makeSession);
export const insertKeyOf = inMarket(keys.insertKeyOf);
export const signUpBuyer = inMarket(signUps.signUpBuyer);
export const signUpFarmer = inMarket(signUps.signUpFarmer);
export const signUpFarm = inMarket(signUps.signUpFarm);
export const makePhoto = inMarket(photos.makePhoto);
export const partsOf = inMarket(parts.partsOf);
export const observeFarms = inMarket(prices.observeFarms);
export const rollUp = inMarket(prices.rollUp);
export const cellsOf = inMarket(prices.cellsOf);
export const runAt = inMarket(standing.runAt);
export const callerOf = inMarket(standing.callerOf);
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
export const marketPages = inMarket(pages.marketPages);
export const pricePages = inMarket(pages.pricePages);
export const noticesOf = inMarket(notices.noticesOf);
export const call = inMarket(rest.call);
export const sendForm = inMarket(rest.sendForm);

export const rowsOf = <Row extends Record<string, unknown>>(statement: SQL) =>
  rows.rowsOf<Row>(market.db, statement);
export const countRows = (table: string, where?: SQL) => rows.countRows(market.db, table, where);
export const countWaiting = () => rows.countWaiting(market.db);
export const dumpDatabase = (options?: { except?: string[] }) =>
  rows.dumpDatabase(market.db, options);

export const caller: Market['caller'] = (options) => market.caller(options);
export const request: Market['request'] = (path, options) => market.request(path, options);
export const advance = (seconds: number) => market.advance(seconds);
export const lastCode = (email: string) => market.lastCode(email);
export const runOutbox = () => market.runOutbox();
export const runPushes = () => market.runPushes();
export const runSms = () => market.runSms();
