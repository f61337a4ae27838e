import { deleteAccountInput } from '#features/accounts/rules/account-changes.ts';
import { deleteAccount } from '#features/privacy/server/delete-account.ts';
import { exportData } from '#features/privacy/server/export-data.ts';
import { userProcedure } from '#platform/server/trpc/procedures.ts';

/** This feature's part of the router `auth`. */
export const auth = {
  exportData: userProcedure.query(({ ctx }) =>
    exportData(ctx.db, ctx.currentSession.userId, ctx.services),
  ),
  deleteAccount: userProcedure
    .meta({ changes: 'all' })
    .input(deleteAccountInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      deleteAccount(db, { ...input, userId: currentSession.userId }, services),
    ),
};
