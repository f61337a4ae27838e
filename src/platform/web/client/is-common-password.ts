import { rpc } from './rpc.ts';

/**
 * Whether many people use a password. Without an answer there is no warning: nothing depends on it.
 */
export const isCommonPassword = (password: string): Promise<boolean> =>
  rpc.auth.judgePassword.mutate({ password }).then(
    ({ isCommon }) => isCommon,
    () => false,
  );
