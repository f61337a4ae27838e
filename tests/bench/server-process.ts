import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { bundle } from '#tests/setup/processes/bundle.ts';
import { closedPort } from '#tests/setup/servers/closed-port.ts';
import { withFewArenas } from '#tooling/few-arenas.mjs';

const CLOCK_TICKS_PER_SECOND = 100;
const START_MILLISECONDS = 60_000;
const TRY_MILLISECONDS = 10;

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

export const bundled = (name: string) => bundle(fileURLToPath(new URL(name, import.meta.url)));

export async function startServer(parameters: string[], settings: Record<string, string> = {}) {
  const PORT = String(await closedPort());
  const child = spawn(process.execPath, parameters, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...withFewArenas(process.env),
      NODE_ENV: 'production',
      PORT,
      ...(!settings.DATABASE_URL && { DATABASE: 'embedded' }),
      ...settings,
    },
  });
  const origin = `http://127.0.0.1:${PORT}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
    });
  if (!(await isListening(origin))) {
    await stop();
    throw new Error(`${parameters[0]} does not listen`);
  }
  const pid = child.pid ?? 0;
  return {
    origin,
    stop,
    cpuSeconds: () => cpuSecondsOf(pid),
    megabytes: () => megabytesOf(pid, 'VmRSS'),
    peakMegabytes: () => megabytesOf(pid, 'VmHWM'),
  };
}

export const startApp = (program: string, settings: Record<string, string>) =>
  startServer([program], {
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    APP_SECRET: 'only for measuring, nothing is kept with it',
    ...settings,
  });

async function isListening(origin: string): Promise<boolean> {
  for (const startedAt = performance.now(); performance.now() - startedAt < START_MILLISECONDS; ) {
    if (await fetch(`${origin}/healthz`).catch(() => null)) return true;
    await pause(TRY_MILLISECONDS);
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
  const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  return backends.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
}

function megabytesOf(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}
