import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type Question = { path: string; address: string; agent: Agent; body?: object };

export function ask(server: { url: string }, question: Question): Promise<number> {
  const { path, address, agent, body } = question;
  const headers = {
    'x-forwarded-for': address,
    'accept-encoding': 'br',
    ...(body && { 'content-type': 'application/json' }),
  };
  const options = { method: body ? 'POST' : 'GET', agent, headers };
  return new Promise((resolve, reject) => {
    const asking = request(`${server.url}${path}`, options, (response) => {
      response
        .resume()
        .once('end', () => resolve(response.statusCode ?? 0))
        .once('error', reject);
    });
    asking
      .once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET' && asking.reusedSocket) resolve(ask(server, question));
        else reject(error);
      })
      .end(body && JSON.stringify(body));
  });
}

type Asking = { path: (number: number) => string; isOver: () => boolean };

export async function askOn(
  server: { url: string },
  connections: number,
  { path, isOver }: Asking,
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: string[] = [];
  let next = 1;
  const asking = Array.from({ length: connections }, async () => {
    while (!isOver()) {
      const status = await ask(server, { path: path(next++), agent, address: '203.0.113.7' });
      statuses.push(String(status));
    }
  });
  await Promise.all(asking);
  agent.destroy();
  return statuses;
}

export async function atRate(
  perSecond: number,
  seconds: number,
  send: (number: number, dueAt: number) => Promise<void>,
) {
  const startedAt = performance.now();
  const sending: Promise<void>[] = [];
  for (let number = 0; number < seconds * perSecond; number += 1) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    if (dueAt > performance.now()) await pause(dueAt - performance.now());
    sending.push(send(number, dueAt));
  }
  await Promise.all(sending);
}
