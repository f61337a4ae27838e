import { createServer } from 'node:net';

/** Enough for a build and the first opening of the database on a slow machine. */
const START_MILLISECONDS = 180_000;

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

export async function isReady(baseUrl: string): Promise<void> {
  const until = Date.now() + START_MILLISECONDS;
  while (Date.now() < until) {
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server was not ready within ${START_MILLISECONDS / 1000} s`);
}
