import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string; html: string; language: Language };

/** Sends one mail, or rejects within five seconds. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** Below nodemailer's own timeouts, because a user waits for this response. */
const STEP_MILLISECONDS = 3000;
const WHOLE_MILLISECONDS = 4500;

export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: STEP_MILLISECONDS,
    greetingTimeout: STEP_MILLISECONDS,
    socketTimeout: STEP_MILLISECONDS,
    dnsTimeout: STEP_MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new Error(`SMTP took longer than ${WHOLE_MILLISECONDS} ms`)),
          WHOLE_MILLISECONDS,
        );
      });
      const sending = transport.sendMail(messageOf(mail, from));
      await Promise.race([sending, tooLong]).finally(() => clearTimeout(timer));
    },
    close: () => transport.close(),
  };
}

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
    async send(mail) {
      const composed = await composer.sendMail(messageOf(mail, from));
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

/** An object as the recipient is not parsed as a list of addresses. */
const messageOf = ({ to, language, ...content }: Mail, from: string) => ({
  ...content,
  from,
  to: { name: '', address: to },
  headers: { 'Content-Language': language },
});
