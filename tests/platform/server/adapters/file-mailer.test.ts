import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import PostalMime from 'postal-mime';
import { codeLetter } from '#accounts/server/one-time-codes.ts';
import { createFileMailer } from '#server/adapters/mailer.ts';
import { createLog } from '#server/log.ts';

let folder: string;
const logged: string[] = [];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'soko-')), 'outbox');
  logged.length = 0;
});
afterEach(() => rm(dirname(folder), { recursive: true, force: true }));

test('each mail without an SMTP server is a file that a mail program opens, readable only by its owner, and the log names it without the code', async () => {
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const mailer = createFileMailer({ folder, from: 'SokoShamba <no-reply@test.example>', log });
  const letter = {
    to: 'achieng@duka.example',
    language: 'sw',
    purpose: 'signup',
    supportEmail: 'help@test.example',
  } as const;
  await Promise.all(
    ['042137', '731240'].map((code) => mailer.send(codeLetter({ ...letter, code }))),
  );

  const files = await readdir(folder);
  expect(files).toHaveLength(2);
  for (const file of files) {
    expect(file).toMatch(/^[\dTZ.-]+-[0-9a-f]{8}\.eml$/);
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
    const mail = await PostalMime.parse(await readFile(join(folder, file)));
    expect(mail).toMatchObject({
      to: [{ address: 'achieng@duka.example' }],
      text: expect.stringMatching(/^\d{6}$/m),
    });
    expect(mail.html).toContain('<html lang="sw">');
    expect(logged.filter((line) => line.includes(file))).toHaveLength(1);
  }
  expect(logged.join('')).not.toMatch(/042137|731240|achieng/);
});
