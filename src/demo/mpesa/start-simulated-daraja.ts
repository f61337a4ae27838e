import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Clock } from '#platform/server/clock.ts';
import { type Behaviour, createDarajaEndpoints } from './daraja-endpoints.ts';
import type { Deliver } from './deliveries.ts';
import { createSimulatedMpesa } from './simulated-mpesa.ts';

type Options = { clock: Clock; deliver: Deliver };

/** Starts a simulated Daraja on a loopback port for the real client. */
export async function startSimulatedDaraja({ clock, deliver }: Options) {
  const mpesa = createSimulatedMpesa({ clock, deliver });
  const behaviour: Behaviour = { push: 'right', query: 'right', payout: 'right', status: 'right' };
  const { app, tokens } = createDarajaEndpoints(mpesa, behaviour);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  // The server must not keep the process alive. It closes idle connections late, because a busy
  // process could use one in the moment in which it closes.
  server.keepAliveTimeout = 60_000;
  server.unref();
  return {
    mpesa,
    behaviour,
    tokens,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
