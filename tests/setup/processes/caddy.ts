import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import { closedPort } from '#tests/setup/servers/closed-port.ts';
import { untilListening } from '#tests/setup/servers/until-listening.ts';

const caddy = process.env.TEST_CADDY_BIN ?? 'caddy';

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
  const caddyfile = join(projectRoot, 'deploy/Caddyfile');
  const shipped = ['adapt', '--config', caddyfile, '--adapter', 'caddyfile'];
  const config = JSON.parse(
    execFileSync(caddy, shipped, { env: environment, encoding: 'utf8' }),
  ) as CaddyConfig;
  // The admin API has a fixed port, and several Caddys run on one machine.
  config.admin = { disabled: true };
  const addresses = [`127.0.0.1:${port}`, ...(hasIpv6 ? [`[::1]:${port}`] : [])];
  for (const server of Object.values(config.apps.http.servers)) server.listen = addresses;
  const file = join(folder, 'caddy.json');
  writeFileSync(file, JSON.stringify(config));
  const child = spawn(caddy, ['run', '--config', file], { env: environment, stdio: 'ignore' });
  await untilListening(port);
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
