import * as operations from '#features/privacy/contract.ts';
import { deleteAccount } from '#features/privacy/server/delete-account.ts';
import { exportData } from '#features/privacy/server/export-data.ts';
import { mutation, query } from '#platform/server/trpc/serve.ts';

export const auth = {
  exportData: query(operations.exportData, exportData),
  deleteAccount: mutation(operations.deleteAccount, deleteAccount),
};
