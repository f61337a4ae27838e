import { findAccountId } from '#features/operator/server/cases/case-queries.ts';
import { plainInput } from '#features/operator/server/cases/plain-input.ts';
import type { Acting } from '#features/operator/server/operations/perform.ts';
import { findOrderOfMoney } from '#features/orders/server/operator-work.ts';
import type { Database } from '#platform/server/db/database.ts';
import { listOpenRequests } from './queries.ts';

type Subject = { page: 'order' | 'account'; id: number };

/** The page of what a request or a row of the log is about; null if there is none. */
export async function subjectOf(tx: Database, input: unknown): Promise<Subject | null> {
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

/** The requests about an order or an account that may still be approved, oldest first. */
export async function listRequestsAbout(tx: Database, about: Subject, { services }: Acting) {
  const found = [];
  for (const request of await listOpenRequests(tx, services.clock())) {
    const subject = await subjectOf(tx, request.input);
    if (subject?.page !== about.page || subject.id !== about.id) continue;
    const { id, operation, requestedBy, requestedAt } = request;
    found.push({ id, operation, requestedBy, requestedAt });
  }
  return found;
}
