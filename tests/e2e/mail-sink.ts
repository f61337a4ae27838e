import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type SunkMail = { to: string; subject: string; text: string; html: string };

/** The mail server refuses addresses with these prefixes: always, or only the first time. */
const REFUSED = 'refused-';
const REFUSED_ONCE = 'refused-once-';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * A real SMTP server that keeps what it receives, and an HTTP server from which the tests'
 * processes read the mails. It also serves the map tiles, which would otherwise come from the only
 * other external host.
 */
export async function startMailSink() {
  const mails: SunkMail[] = [];
  const refusals = new Set<string>();
  let mailArrived = () => {};
  let nextArrival = new Promise<void>((resolve) => {
    mailArrived = resolve;
  });

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const isRefused = address.startsWith(REFUSED_ONCE)
        ? !refusals.has(address)
        : address.startsWith(REFUSED);
      refusals.add(address);
      done(isRefused ? new Error('No such mailbox here') : null);
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream) chunks.push(chunk);
      } catch (error) {
        // A busy server may give up midway.
        return done(error as Error);
      }
      const { subject = '', text = '', html = '' } = await PostalMime.parse(Buffer.concat(chunks));
      for (const { address } of session.envelope.rcptTo)
        mails.push({ to: address.toLowerCase(), subject, text, html });
      mailArrived();
      nextArrival = new Promise((resolve) => {
        mailArrived = resolve;
      });
      done();
    },
  });

  async function nthMail(to: string, number: number): Promise<SunkMail> {
    for (;;) {
      const mail = mails.filter((candidate) => candidate.to === to.toLowerCase())[number - 1];
      if (mail) return mail;
      await nextArrival;
    }
  }

  const http = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/tiles/')) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Content-Type', 'image/png').end(PIXEL);
      return;
    }
    const mail = await nthMail(searchParams.get('to') ?? '', Number(searchParams.get('number')));
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(mail));
  });

  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    httpUrl: `http://127.0.0.1:${portOf(http.address())}`,
    async stop() {
      http.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => http.close(resolve)),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ]);
    },
  };
}

const portOf = (address: string | AddressInfo | null) =>
  typeof address === 'object' ? address?.port : undefined;
