import { lockPerson } from '#accounts/server/people-queries.ts';
import { addNationalId } from '#accounts/server/update-person.ts';
import type { InvoiceConsentChange } from '#books/rules/books.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import {
  deleteConsent,
  findConsent,
  insertConsent,
  listInvoicesNaming,
} from './invoice-queries.ts';

/** `needsNationalId`: agreeing requires an ID number first. */
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

/** Withdrawing applies to later invoices. */
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
