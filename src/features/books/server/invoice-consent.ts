import { lockPerson } from '#features/accounts/server/people-queries.ts';
import { addNationalId } from '#features/accounts/server/update-person.ts';
import type { InvoiceConsentChange } from '#features/books/rules/books.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import {
  deleteConsent,
  findConsent,
  insertConsent,
  listInvoicesNaming,
} from './invoice-queries.ts';

/**
 * Whether a farmer agrees to be named on buyers' invoices, and the newest invoices that name them,
 * with who was told the ID number. `needsNationalId`: agreeing takes a number first.
 */
export async function getInvoiceConsent({ db, user }: Call<'farmer'>) {
  const consent = await findConsent(db, user.id);
  const naming = await listInvoicesNaming(db, user.id);
  return {
    agreedAt: consent?.givenAt ?? null,
    needsNationalId: !consent?.hasNationalId,
    invoices: naming.map(({ orderId, issuedAt, firstName, lastName }) => ({
      orderId,
      issuedAt,
      buyerName: `${firstName} ${lastName}`,
    })),
  };
}

/**
 * A farmer agrees to be named on invoices, or withdraws that for later ones.
 * @throws AppError NATIONAL_ID_NEEDED
 */
export async function setInvoiceConsent(
  call: Call<'farmer'>,
  { agrees, nationalId }: InvoiceConsentChange,
) {
  const farmerId = call.user.id;
  const now = call.clock();
  await call.db.transaction(async (tx) => {
    await lockPerson(tx, farmerId);
    if (!agrees) return deleteConsent(tx, farmerId);
    if (nationalId) await addNationalId(tx, { userId: farmerId, nationalId }, now);
    const consent = await findConsent(tx, farmerId);
    if (!consent?.hasNationalId) throw new AppError('NATIONAL_ID_NEEDED');
    await insertConsent(tx, { farmerId, givenAt: now });
  });
  return getInvoiceConsent(call);
}
