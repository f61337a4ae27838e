import { createLog } from '#server/log.ts';

function loggedError(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  createLog('info', { write: (line: string) => void lines.push(line) }).warn(
    { err: error },
    'something failed',
  );
  return JSON.parse(lines[0] ?? '{}').err;
}

test('F47: an error in the log states what failed and where, with its code', () => {
  const error = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
  expect(loggedError(error)).toMatchObject({
    message: 'connect refused',
    errorCode: 'ECONNREFUSED',
    at: expect.any(Array),
  });
});

test('F47: an error in the log keeps the answer of a mail server without the recipient', () => {
  const error = new Error(
    "Can't send mail: 550 5.1.1 <achieng@duka.example>: no such user achieng@duka.example",
  );
  expect(loggedError(error).message).toBe(
    "Can't send mail: 550 5.1.1 <[address]>: no such user [address]",
  );
});

test('F47: an error in the log keeps the code of a database error without any value, however deeply nested', () => {
  const inner = Object.assign(new Error('Key (email)=(achieng@duka.example) already exists'), {
    severity: 'ERROR',
    code: '23505',
    constraint_name: 'users_email_unique',
  });
  const logged = JSON.stringify(
    loggedError(new Error("Failed query: insert … params: achieng,'0712345678'", { cause: inner })),
  );
  expect(logged).toContain('23505');
  expect(logged).toContain('users_email_unique');
  expect(logged).not.toMatch(/achieng|0712345678/);
});

test('F47: an error in the log is not written out if it is not an Error', () => {
  expect(loggedError('Mavuno-mema-2026')).toEqual({ message: 'string' });
});

test('F47: a secret under its own name is hidden', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  log.info(
    {
      password: 'Mavuno-mema-2026',
      input: { otp: '123456', phoneNumber: '0712345678', token: 'abc' },
    },
    'careless',
  );
  expect(lines[0]).not.toMatch(/Mavuno|123456|0712345678|abc/);
});
