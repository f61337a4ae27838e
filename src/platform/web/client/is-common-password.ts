import { rpc } from './rpc.ts';

/** False if the call fails, because the warning is optional. */
export const isCommonPassword = (password: string): Promise<boolean> =>
  rpc.auth.judgePassword.mutate({ password }).then(
    ({ isCommon }) => isCommon,
    () => false,
  );
