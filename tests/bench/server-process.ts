import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { withFewArenas } from '#tooling/few-arenas.mjs';
import { freePort } from './postgres-server.ts';

const CLOCK_TICKS_PER_SECOND = 100;
const START_MILLISECONDS = 60_000;
const TRY_MILLISECONDS = 10;

export type ServerProcess = {
  origin: string;
  cpuSeconds(): number;
  megabytes(): number;
  stop(): Promise<void>;
};

export async function startServer(
  parameters: (port: number) => string[],
  environment: (port: number) => Record<string, string>,
): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, parameters(port), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...withFewArenas(process.env), NODE_ENV: 'production', ...environment(port) },
  });
  const origin = `http://127.0.0.1:${port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
    });
  if (!(await isListening(origin))) {
    await stop();
    throw new Error(`${parameters(port)[0]} does not listen`);
  }
  const pid = child.pid ?? 0;
  return {
    origin,
    stop,
    cpuSeconds: () => cpuSecondsOf(pid),
    megabytes: () => residentMegabytes(pid),
  };
}

async function isListening(origin: string): Promise<boolean> {
  for (const startedAt = performance.now(); performance.now() - startedAt < START_MILLISECONDS; ) {
    const isUp = await fetch(`${origin}/healthz`).then(
      () => true,
      () => false,
    );
    if (isUp) return true;
    await new Promise((resolve) => setTimeout(resolve, TRY_MILLISECONDS));
  }
  return false;
}

export function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

/**
 * CPU seconds used so far by the connections to a database. NaN if PostgreSQL runs on another
 * machine, or the benchmark may not read its processes.
 */
export async function databaseCpuSeconds(sql: Sql): Promise<number> {
  const backends = await sql<
    { pid: number }[]
  >`select pid from pg_stat_activity where datname = current_database()`;
  return backends.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
}

export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
