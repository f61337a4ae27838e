import { createTransport } from 'nodemailer';
import { withoutSlot } from '#platform/server/fair-queue.ts';
import type { Mailer } from './mailer.ts';

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
    async send({ to, subject, text, html, language }) {
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new Error(`SMTP took longer than ${WHOLE_MILLISECONDS} ms`)),
          WHOLE_MILLISECONDS,
        );
      });
      // An object is not parsed as a list of addresses.
      const headers = { 'Content-Language': language };
      const sending = transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers,
      });
      await withoutSlot(() => Promise.race([sending, tooLong])).finally(() => clearTimeout(timer));
    },
    close: () => transport.close(),
  };
}
