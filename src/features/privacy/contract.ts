import { deleteAccountInput } from '#features/accounts/rules/account-changes.ts';
import { operation } from '#platform/contract/operation.ts';

/** Over REST the same comes as a file, piece by piece. */
export const exportData = operation({ by: 'user' });
export const deleteAccount = operation({ by: 'user', input: deleteAccountInput, changes: 'all' });
