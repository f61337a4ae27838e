/*
 * Each page carries the marks of the state that it shows, so that a stale page changes nothing. The
 * marks are read first, because they lock the end of the log.
 */

import { phoneNumber } from '#accounts/rules/account.ts';
import { findLotRow, findOperatorLot } from '#lots/server/read-lots.ts';
import { findReport, listLastMessages } from '#messages/server/conversations.ts';
import { mediaUrl } from '#messages/server/media.ts';
import { SEARCH_LETTERS_MIN } from '#operator/rules/desk-input.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { payoutStatuses } from '#orders/rules/payment.ts';
import {
  countUnverifiedPayouts,
  findOperatorOrder,
  findOrderOfMoney,
  findOrdersBy,
  listOrdersOfPerson,
  listPayouts,
} from '#orders/server/operator-work.ts';
import { findVisitPhoto } from '#photos/server/attached-photos.ts';
import { centsOf } from '#rules/amounts.ts';
import { ID_MAX } from '#rules/limits.ts';
import { tidyPhoneNumber } from '#rules/phone-number.ts';
import { foldedWords, withPlainMarks } from '#rules/text/fold.ts';
import type { Sms } from '#server/adapters/sms.ts';
import { m } from '#text';
import { listOpenRequests } from '../action-queries.ts';
import {
  choicesOfAccount,
  choicesOfLot,
  choicesOfOrder,
  operationsByName,
  plainInput,
  previewAll,
  procedureOf,
} from '../operations/all-operations.ts';
import { isSamePerson, OperatorError, type OperatorServices } from '../operations/operation.ts';
import { type Acting, auditedRead } from '../operations/perform.ts';
import { listCases } from '../read-desk.ts';
import {
  findAccountId,
  findDeskAccount,
  listDeskProducts,
  listFarmsToVisit,
  searchByName,
  searchByNumber,
} from './case-queries.ts';

const gone = () => new OperatorError(m.deskCaseGone);

async function openOrder(tx: Database, orderId: number, acting: Acting) {
  const found = await findOperatorOrder(tx, orderId, acting.services);
  if (!found) throw gone();
  const choices = await previewAll(tx, choicesOfOrder(found), acting);
  // Read again: the marks have locked it, so it cannot change any more.
  const order = choices.length > 0 ? await findOperatorOrder(tx, orderId, acting.services) : found;
  if (!order) throw gone();
  const [buyerId, farmerId] = [order.buyer?.id, order.farmer?.id];
  const conversations =
    buyerId && farmerId ? await listLastMessages(tx, { buyerId, farmerId }) : [];
  return {
    order,
    conversations: conversations.map((one) => withLinks(one, acting.services)),
    requests: await listRequestsAbout(tx, { page: 'order', id: orderId }, acting),
    choices,
  };
}

async function openLot(tx: Database, lotId: number, acting: Acting) {
  const now = acting.services.clock();
  const found = await findOperatorLot(tx, lotId, now);
  if (!found) throw gone();
  const choices = await previewAll(tx, choicesOfLot(found), acting);
  const lot = choices.length > 0 ? await findOperatorLot(tx, lotId, now) : found;
  if (!lot) throw gone();
  const buyer = await findDeskAccount(tx, lot.buyerId);
  const ids = [...lot.rideOrders, ...lot.shares.flatMap(({ orderId }) => orderId ?? [])];
  return {
    lot,
    buyer: buyer && `${buyer.firstName} ${buyer.lastName}`,
    orders: await findOrdersBy(tx, { ids }),
    choices,
  };
}

async function openReport(tx: Database, reportId: number, acting: Acting) {
  const choices = await previewAll(tx, [{ does: 'endReport', input: { reportId } }], acting);
  const found = await findReport(tx, reportId);
  if (!found) throw gone();
  return { report: withLinks(found, acting.services), choices };
}

async function openAccount(tx: Database, id: number, acting: Acting) {
  const account = await findDeskAccount(tx, id);
  if (!account) throw gone();
  const choices = await previewAll(tx, choicesOfAccount(account), acting);
  const products = account.role === 'farmer' ? await listDeskProducts(tx, id) : [];
  const hiding = await previewAll(
    tx,
    products.map(({ id: productId, hiddenAt }) => ({
      does: hiddenAt ? 'unhide' : 'hide',
      input: { productId },
    })),
    acting,
  );
  return {
    account,
    orders: await listOrdersOfPerson(tx, id),
    products: products.map((product, index) => ({ ...product, choice: hiding[index] })),
    requests: await listRequestsAbout(tx, { page: 'account', id }, acting),
    choices,
  };
}

async function openRequest(tx: Database, id: number, acting: Acting) {
  const requests = await listOpenRequests(tx, acting.services.clock());
  const request = requests.find((one) => one.id === id);
  if (!request) throw gone();
  const roles = operationsByName.get(request.operation)?.roles ?? [];
  const { operation, input, requestedBy, requestedAt } = request;
  const subject = await subjectOf(tx, input);
  return {
    request: {
      id,
      operation,
      does: procedureOf(operation),
      input: plainInput(input),
      requestedBy,
      requestedAt,
    },
    isAllowed: roles.includes(acting.person.role),
    isOwn: isSamePerson(requestedBy, acting.person.name),
    order: subject?.page === 'order' ? await openOrder(tx, subject.id, acting) : null,
    account: subject?.page === 'account' ? await openAccount(tx, subject.id, acting) : null,
  };
}

type Talk = {
  conversationId: number;
  messages: { media: { id: number; seconds: number | null }[] }[];
};

function withLinks<Of extends Talk>(conversation: Of, services: OperatorServices) {
  const { conversationId, messages: found, ...rest } = conversation;
  const messages: LinkedMessage<Of>[] = found.map((message) => ({
    ...(message as Of['messages'][number]),
    media: message.media.map(({ id: mediaId, seconds }) => ({
      id: mediaId,
      isVoice: seconds !== null,
      url: mediaUrl({ conversationId, mediaId }, services),
    })),
  }));
  return { ...rest, conversationId, messages };
}

type LinkedMessage<Of extends Talk> = Omit<Of['messages'][number], 'media'> & {
  media: { id: number; isVoice: boolean; url: string }[];
};

type Subject = { page: 'order' | 'account'; id: number };

async function subjectOf(tx: Database, input: unknown): Promise<Subject | null> {
  const { orderId, paymentId, payoutId, attemptId, account } = plainInput(input);
  const money =
    typeof paymentId === 'number'
      ? { paymentId }
      : typeof payoutId === 'number'
        ? { payoutId }
        : typeof attemptId === 'number'
          ? { attemptId }
          : null;
  const order = money ? await findOrderOfMoney(tx, money) : orderId;
  if (typeof order === 'number') return { page: 'order', id: order };
  const person = typeof account === 'string' ? await findAccountId(tx, account) : account;
  return typeof person === 'number' ? { page: 'account', id: person } : null;
}

async function listRequestsAbout(tx: Database, about: Subject, { services }: Acting) {
  const found = [];
  for (const request of await listOpenRequests(tx, services.clock())) {
    const subject = await subjectOf(tx, request.input);
    if (subject?.page !== about.page || subject.id !== about.id) continue;
    const { id, operation, requestedBy, requestedAt } = request;
    found.push({ id, operation, requestedBy, requestedAt });
  }
  return found;
}

const RECEIPT = /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{6,40}$/;

const OPEN_PAYOUTS = ['due', 'sent', 'failed', 'unknown'] as const;

export const readCases = (db: Database, acting: Acting) =>
  auditedRead(db, { what: 'cases', ...acting }, (tx) => listCases(tx, acting.services.clock()));

type Open<Page> = (tx: Database, id: number, acting: Acting) => Promise<Page>;

const reading =
  <Page>(what: string, subject: string, open: Open<Page>) =>
  (db: Database, id: number, acting: Acting) =>
    auditedRead(db, { what, subject: { [subject]: id }, ...acting }, (tx) => open(tx, id, acting));

export const readOrder = reading('order page', 'orderId', openOrder);
export const readLot = reading('lot page', 'lotId', openLot);
export const readReport = reading('report page', 'reportId', openReport);
export const readAccount = reading('account page', 'accountId', openAccount);
export const readRequest = reading('request page', 'requestId', openRequest);

export const readVisitPhoto = reading(
  'visit photo',
  'accountId',
  async (tx, id, { services: { photoStore, withoutSlot } }) => {
    const photo = await withoutSlot(() => findVisitPhoto(tx, id, photoStore));
    return { jpeg: photo && Buffer.from(photo.bytes).toString('base64') };
  },
);

export const readFound = (db: Database, text: string, acting: Acting) =>
  auditedRead(db, { what: 'search', subject: { text }, ...acting }, (tx) =>
    search(tx, text, acting.services.clock()),
  );

export const readFarmsToVisit = (db: Database, from: Position | null, acting: Acting) =>
  auditedRead(db, { what: 'farms to visit', ...acting }, (tx) => listFarmsToVisit(tx, from));

export const readPayouts = (db: Database, page: PayoutPage, acting: Acting) =>
  auditedRead(db, { what: 'payouts', ...acting }, (tx) => pageOfPayouts(tx, page, acting.services));

type PayoutPage = { isAll: boolean; afterId: number | null };

async function pageOfPayouts(
  tx: Database,
  { isAll, afterId }: PayoutPage,
  { sms }: { sms: Sms | null },
) {
  const statuses = isAll ? payoutStatuses : OPEN_PAYOUTS;
  const after = afterId ?? 0;
  const payouts = await listPayouts(tx, statuses, after);
  return {
    payouts: payouts.map((payout) => ({
      id: payout.payoutId,
      orderId: payout.orderId,
      status: payout.status,
      cents: centsOf(payout.amount),
      who: payout.sentTo ?? payout.phoneNumber ?? payout.email ?? '',
      said: payout.receipt ?? payout.resultText ?? '',
      isUnverified: sms !== null && payout.status === 'due' && !payout.isVerified,
      heldUntil: payout.heldUntil,
    })),
    unverified: sms && (await countUnverifiedPayouts(tx)),
    isLast: payouts.length < OPERATOR_LIST_MAX,
  };
}

/**
 * Orders by number (the books write "SS-6") or receipt, a lot by number, and accounts by phone
 * number, email, name or farm. Throws if the text is too short for a name.
 */
async function search(tx: Database, text: string, now: Date) {
  const whole = withPlainMarks(text).trim();
  const [prefix = ''] = /^(?:#|SS-|LOT ?(?=\d))/iu.exec(whole) ?? [];
  const typed = whole.slice(prefix.length);
  const words = foldedWords(typed);
  const id = /^\d{1,10}$/.test(typed) && Number(typed) <= ID_MAX ? Number(typed) : 0;
  const receipt = typed.toUpperCase();
  const number = phoneNumber.safeParse(tidyPhoneNumber(typed));
  const isName = !number.success && id === 0;
  if (isName && words.every(({ length }) => length < SEARCH_LETTERS_MIN))
    throw new OperatorError(m.deskSearchTooShort, { count: SEARCH_LETTERS_MIN });
  return {
    orders: await findOrdersBy(tx, {
      ids: id > 0 && !/^LOT/iu.test(prefix) ? [id] : [],
      ...(RECEIPT.test(receipt) && { receipt }),
    }),
    lot: id > 0 && !/^SS-/iu.test(prefix) ? await findLotRow(tx, id, now) : null,
    accounts: number.success
      ? await searchByNumber(tx, number.data)
      : isName
        ? await searchByName(tx, words)
        : [],
  };
}
