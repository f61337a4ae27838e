import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Market } from '#tests/setup/market.ts';
import { createReceivers } from '#webhooks/server/receivers.ts';
import { onFreePort } from './on-free-port.ts';

export type Received = {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: { type: string; subject: string; sequence: number; timestamp: string; data: unknown };
};
type Answer = (response: ServerResponse, received: Received) => void;

const TIMEOUT_MILLISECONDS = 1000;

export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end();

export async function startReceiver() {
  const received: Received[] = [];
  let answer: Answer = withStatus(204);
  const server = createServer(async (request, response) => {
    const one = await read(request);
    received.push(one);
    answer(response, one);
  });
  const { port, origin, close } = await onFreePort(server);
  return {
    origin,
    port,
    received,
    answerWith(next: Answer) {
      answer = next;
    },
    allowIn(market: Market) {
      market.services.receivers = createReceivers({
        ownReceivers: [origin],
        timeoutMilliseconds: TIMEOUT_MILLISECONDS,
      });
    },
    sequencesOf: (subject: string) =>
      received.flatMap(({ event }) => (event.subject === subject ? event.sequence : [])),
    close,
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  return {
    path: request.url ?? '',
    headers: request.headers as Record<string, string>,
    body,
    event: body ? JSON.parse(body) : null,
  };
}
