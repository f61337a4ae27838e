import { Agent, get } from 'node:http';

export type Figures = { perSecond: number; p50: number; p99: number };
export type Load = { connections: number; seconds: number; isNew?: boolean };
export type Round = { milliseconds: number[]; seconds: number; turnedAway?: number };

let questions = 0;

export async function measureRound(
  origins: string[],
  paths: string[],
  {
    connections,
    seconds,
    isNew = false,
    requests = Infinity,
    mayTurnAway = false,
  }: Load & { requests?: number; mayTurnAway?: boolean },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const milliseconds: number[] = [];
  let next = 0;
  let turnedAway = 0;
  const askUntil = async (end: number, first: number) => {
    for (let turn = first; performance.now() < end && next < requests; turn += 1) {
      const start = performance.now();
      const path = `${paths[next++ % paths.length]}${isNew ? `&question=${questions++}` : ''}`;
      const url = `${origins[turn % origins.length]}${path}`;
      const status = await ask(url, { agent, address: `10.0.${first >> 8}.${first & 255}` });
      if (status === 200) milliseconds.push(performance.now() - start);
      else if (status === 503 && mayTurnAway) turnedAway += 1;
      else throw new Error(`${url} answered ${status}`);
    }
  };
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, (_, first) => askUntil(start + seconds * 1000, first)),
  );
  agent.destroy();
  return { milliseconds, seconds: (performance.now() - start) / 1000, turnedAway };
}

export function figuresOf(rounds: Round[]): Figures {
  const sorted = rounds.flatMap(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const total = rounds.reduce((sum, { seconds }) => sum + seconds, 0);
  const percentile = (share: number) =>
    Number((sorted[Math.floor(sorted.length * share)] ?? 0).toPrecision(3));
  return {
    perSecond: Math.round(sorted.length / total),
    p50: percentile(0.5),
    p99: percentile(0.99),
  };
}

type Client = { agent: Agent; address: string };

function ask(url: string, client: Client): Promise<number | undefined> {
  const headers = { 'x-forwarded-for': client.address };
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: client.agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      // The server closed a keep-alive connection just as it was reused, which is allowed.
      if (request.reusedSocket && error.code === 'ECONNRESET') resolve(ask(url, client));
      else reject(error);
    });
  });
}
