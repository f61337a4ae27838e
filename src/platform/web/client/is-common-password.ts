import { rpc } from './rpc.ts';

/**
 * Whether a password is a common one. Returns false if the call fails, because the warning is
 * optional.
 */
export const isCommonPassword = (password: string): Promise<boolean> =>
  rpc.auth.judgePassword.mutate({ password }).then(
    ({ isCommon }) => isCommon,
    () => false,
  );
