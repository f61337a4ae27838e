import { createServer, type Server, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

type ReceivedMail = { recipients: string[]; sender: string; raw: string; parsed: Email };

export async function startSmtpSink(givenPort = 0) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, done) {
      done(
        address.startsWith('refused') ? new Error(`550 5.1.1 <${address}>: no such user`) : null,
      );
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { rcptTo, mailFrom } = session.envelope;
        received.push({
          recipients: rcptTo.map(({ address }) => address),
          sender: mailFrom ? mailFrom.address : '',
          raw,
          parsed: await PostalMime.parse(raw),
        });
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(givenPort, '127.0.0.1', listening));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise<void>((stopped) => server.close(stopped)),
  };
}

export async function startSilentServer(greeting = '') {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (greeting) socket.write(greeting);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((stopped) => server.close(() => stopped()));
    },
  };
}
