import { mutation, query } from '#platform/server/trpc/procedures.ts';
import * as operations from '#privacy/contract.ts';
import { deleteAccount } from '#privacy/server/delete-account.ts';
import { exportData } from '../export-data.ts';

export const auth = {
  exportData: query(operations.exportData, exportData),
  deleteAccount: mutation(operations.deleteAccount, deleteAccount),
};
