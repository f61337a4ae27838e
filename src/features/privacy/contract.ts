import { deleteAccountInput } from '#accounts/rules/account-input.ts';
import { operation } from '#platform/contract.ts';

/** REST streams the same data as a file. */
export const exportData = operation({ by: 'user' });
export const deleteAccount = operation({ by: 'user', input: deleteAccountInput, changes: 'all' });
