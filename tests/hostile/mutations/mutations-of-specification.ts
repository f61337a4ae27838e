import { edit, type Mutation } from './mutation.ts';

/** Guards of what the specification says to the letter. */
export const mutationsOfSpecification: Mutation[] = [
  {
    name: 'reset-keeps-rule',
    removes: "a reset password keeps the rule of its role's sign-up",
    edits: [
      edit(
        'features/accounts/server/reset-password.ts',
        "refuseWeakPassword(password, { role: account.role, field: 'password' });",
        '',
      ),
    ],
    tests: ['app/specification/section-5-validation.test.ts'],
    project: 'embedded',
  },
  {
    name: 'used-up-code',
    removes: 'only the right code learns that it is used up, so that nobody learns of an account by guessing',
    edits: [
      edit(
        'features/accounts/server/codes/verify-code.ts',
        "isRight ? 'usedUp' : 'wrong'",
        "isRight || codeHash ? 'usedUp' : 'wrong'",
      ),
    ],
    tests: ['app/specification/section-8-sentences.test.ts'],
    project: 'embedded',
  },
  {
    name: 'path-ids',
    removes: 'text that cannot be the id of a row is a 404',
    edits: [edit('app/server/rest/answer.ts', "if (id < 1 || id > ID_MAX) throw new AppError('NOT_FOUND');", '')],
    tests: ['app/specification/section-7-path-ids.test.ts'],
    project: 'embedded',
  },
];
