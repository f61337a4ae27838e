import { mediaUrl } from '#features/messages/server/get-media.ts';
import { findReport, listLastMessages } from '#features/messages/server/report-conversation.ts';
import {
  operationsByName,
  procedureOf,
} from '#features/operator/server/operations/all-operations.ts';
import {
  OperatorError,
  type OperatorServices,
  say,
} from '#features/operator/server/operations/operator-services.ts';
import type { Acting } from '#features/operator/server/operations/perform.ts';
import { isSamePerson } from '#features/operator/server/operations/two-people.ts';
import { listOpenRequests } from '#features/operator/server/requests/queries.ts';
import { listRequestsAbout, subjectOf } from '#features/operator/server/requests/subject.ts';
import { findOperatorOrder, listOrdersOfPerson } from '#features/orders/server/operator-work.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Database } from '#platform/server/db/database.ts';
import { findDeskAccount, listDeskProducts } from './case-queries.ts';
import { choicesOfAccount, choicesOfOrder, previewAll } from './choices.ts';
import { plainInput } from './plain-input.ts';

/*
 * The pages of cases. Each shows what has happened, and the choices that fit with the mark of the
 * state that it shows, so that a stale page changes nothing. The marks are read first, because they
 * lock the end of the log.
 */

const gone = () => new OperatorError(say(m.deskCaseGone, {}));

/** @throws OperatorError if there is no such order */
export async function openOrder(tx: Database, orderId: number, acting: Acting) {
  const found = await findOperatorOrder(tx, orderId, acting.services);
  if (!found) throw gone();
  const choices = await previewAll(tx, choicesOfOrder(found), acting);
  // Read again: it cannot change any more, because the marks have locked it.
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

/** @throws OperatorError if there is no open report with this number */
export async function openReport(tx: Database, reportId: number, acting: Acting) {
  const choices = await previewAll(tx, [{ does: 'endReport', input: { reportId } }], acting);
  const found = await findReport(tx, reportId);
  if (!found) throw gone();
  return { report: withLinks(found, acting.services), choices };
}

/** @throws OperatorError if there is no such account */
export async function openAccount(tx: Database, id: number, acting: Acting) {
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

/**
 * A request with the page of what it is about.
 * @throws OperatorError if it is no longer open
 */
export async function openRequest(tx: Database, id: number, acting: Acting) {
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

/** The messages with signed links to their photos and voice notes. */
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
