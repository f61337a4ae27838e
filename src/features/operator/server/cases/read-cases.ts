import { type Acting, look } from '#features/operator/server/operations/perform.ts';
import { findVisitPhoto } from '#features/photos/server/visit-photos.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import type { Database } from '#platform/server/db/database.ts';
import { listFarmsToVisit } from './case-queries.ts';
import { listCases } from './list-cases.ts';
import { type PayoutPage, pageOfPayouts } from './list-payouts.ts';
import { openAccount, openOrder, openReport, openRequest } from './open-case.ts';
import { search } from './search.ts';

/* Reads the cases for the desk. Each reading adds a row to the log. */

/** The list of cases, the most urgent first. */
export const readCases = (db: Database, acting: Acting) =>
  look(db, { what: 'cases', ...acting }, (tx) => listCases(tx, acting.services.clock()));

type Open<Page> = (tx: Database, id: number, acting: Acting) => Promise<Page>;

const reading =
  <Page>(what: string, subject: string, open: Open<Page>) =>
  (db: Database, id: number, acting: Acting) =>
    look(db, { what, subject: { [subject]: id }, ...acting }, (tx) => open(tx, id, acting));

export const readOrder = reading('order page', 'orderId', openOrder);
export const readReport = reading('report page', 'reportId', openReport);
export const readAccount = reading('account page', 'accountId', openAccount);
export const readRequest = reading('request page', 'requestId', openRequest);

export const readVisitPhoto = reading(
  'visit photo',
  'accountId',
  async (tx, id, { services: { photoStore } }) => {
    const photo = await findVisitPhoto(tx, id, photoStore);
    return { jpeg: photo && Buffer.from(photo.bytes).toString('base64') };
  },
);

/** Orders and accounts that a text finds. */
export const readFound = (db: Database, text: string, acting: Acting) =>
  look(db, { what: 'search', subject: { text }, ...acting }, (tx) => search(tx, text));

/** Farms that nobody has visited, the nearest first. */
export const readFarmsToVisit = (db: Database, from: Position | null, acting: Acting) =>
  look(db, { what: 'farms to visit', ...acting }, (tx) => listFarmsToVisit(tx, from));

/** Payouts, by their number. */
export const readPayouts = (db: Database, page: PayoutPage, acting: Acting) =>
  look(db, { what: 'payouts', ...acting }, (tx) => pageOfPayouts(tx, page, acting.services));
