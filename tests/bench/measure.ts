import { Agent, get } from 'node:http';

export type Figures = { perSecond: number; p50: number; p99: number };
export type Load = { connections: number; seconds: number };
export type Round = { milliseconds: number[]; seconds: number };

/** Asks a server for these paths in turn, over so many connections that are kept open, for some seconds or so many requests. */
export async function measureRound(
  origin: string,
  paths: string[],
  { connections, seconds, requests = Infinity }: Load & { requests?: number },
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const askUntil = async (end: number, milliseconds: number[]) => {
    while (performance.now() < end && next < requests) {
      const start = performance.now();
      await ask(origin + paths[next++ % paths.length], agent);
      milliseconds.push(performance.now() - start);
    }
  };
  const milliseconds: number[] = [];
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, () => askUntil(start + seconds * 1000, milliseconds)));
  agent.destroy();
  return { milliseconds, seconds: (performance.now() - start) / 1000 };
}

export function figuresOf(rounds: Round[]): Figures {
  const sorted = rounds.flatMap(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const total = rounds.reduce((sum, { seconds }) => sum + seconds, 0);
  const percentile = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
  return { perSecond: Math.round(sorted.length / total), p50: percentile(0.5), p99: percentile(0.99) };
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', resolve);
    }).once('error', reject);
  });
}
