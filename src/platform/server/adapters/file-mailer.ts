import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../log.ts';
import type { Mailer } from './mailer.ts';

/**
 * For a machine without an SMTP server. Writes each mail to a file that any mail program can open,
 * and logs the file's name.
 */
export function createFileMailer({
  folder,
  from,
  log,
}: {
  folder: string;
  from: string;
  log: Logger;
}): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const made = mkdir(folder, { recursive: true, mode: 0o700 });
  // The first send awaits this promise and so reports its failure. The empty handler prevents an
  // unhandled rejection.
  made.catch(() => {});
  return {
    async send({ to, subject, text, html, language }) {
      const headers = { 'Content-Language': language };
      const composed = await composer.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers,
      });
      await made;
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      // Renamed only when complete, so that nothing reads a partial mail.
      await writeFile(join(folder, `.${name}`), composed.message, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
      log.info({ file: join(folder, name) }, 'mail written to a file, because SMTP_URL is not set');
    },
    close: () => composer.close(),
  };
}
