import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../log.ts';
import type { Mailer } from './mailer.ts';

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
  // The first send reports the failure; this prevents an unhandled rejection.
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
      // Nothing may read a partial mail.
      await writeFile(join(folder, `.${name}`), composed.message, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
      log.info({ file: join(folder, name) }, 'mail written to a file, because SMTP_URL is not set');
    },
    close: () => composer.close(),
  };
}
