import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#platform/server/project-root.ts';
import { closedPort } from '#tests/setup/servers/closed-port.ts';

const caddy = process.env.TEST_CADDY_BIN ?? 'caddy';
const START_MILLISECONDS = 20_000;
const LOOK_AGAIN_MILLISECONDS = 50;

export const canStartCaddy = spawnSync(caddy, ['version']).status === 0;

export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

type CaddyConfig = {
  admin?: object;
  apps: { http: { servers: Record<string, { listen: string[] }> } };
};

export async function startCaddy(ports: (string | number)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'soko-caddy-'));
  const port = await closedPort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    SITE: url,
    APP_SERVERS: ports.map((one) => `127.0.0.1:${one}`).join(' '),
  };
  const shipped = [
    'adapt',
    '--config',
    join(projectRoot, 'deploy/Caddyfile'),
    '--adapter',
    'caddyfile',
  ];
  const config = JSON.parse(
    execFileSync(caddy, shipped, { env: environment, encoding: 'utf8' }),
  ) as CaddyConfig;
  // Several Caddys run on one machine: the admin API has a fixed port, and by default it listens on
  // every address.
  config.admin = { disabled: true };
  const addresses = [`127.0.0.1:${port}`, ...(hasIpv6 ? [`[::1]:${port}`] : [])];
  for (const server of Object.values(config.apps.http.servers)) server.listen = addresses;
  const file = join(folder, 'caddy.json');
  writeFileSync(file, JSON.stringify(config));
  const child = spawn(caddy, ['run', '--config', file], { env: environment, stdio: 'ignore' });
  await isListening(port, child);
  return {
    url,
    port,
    async stop() {
      const isRunning = child.exitCode === null && child.signalCode === null;
      const exit = isRunning ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isListening(port: number, child: ChildProcess) {
  for (
    const startedAt = Date.now();
    Date.now() - startedAt < START_MILLISECONDS && child.exitCode === null;
  ) {
    const socket = connect(port, '127.0.0.1');
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isConnected) return;
    await pause(LOOK_AGAIN_MILLISECONDS);
  }
  throw new Error('Caddy did not start');
}
