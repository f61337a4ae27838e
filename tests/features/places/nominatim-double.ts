import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export const nairobi = {
  place_id: 1,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0',
  lat: '-1.2864',
  lon: '36.8172',
  type: 'administrative',
  display_name: 'City Hall Way, Starehe, Nairobi, Nairobi County, 00100, Kenya',
  address: {
    road: 'City Hall Way',
    suburb: 'Starehe',
    city: 'Nairobi',
    state: 'Nairobi County',
    country: 'Kenya',
    country_code: 'ke',
  },
  boundingbox: ['-1.2874', '-1.2854', '36.8162', '36.8182'],
};

const json = (body: unknown, status = 200): Behaviour => {
  return (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
};

export const behaviours = {
  right: ((request, response) => {
    json(request.url?.startsWith('/maps/search') ? [nairobi] : nairobi)(request, response);
  }) as Behaviour,
  silent: (() => {}) as Behaviour,
  broken: ((_, response) => void response.writeHead(200).end('{"display_name": ')) as Behaviour,
  wrongShape: json({ display_name: 7, address: [] }),
  refusing: json({ error: 'Too many requests' }, 429),
  failing: json({ error: 'oh' }, 500),
  redirecting: ((_, response) =>
    void response.writeHead(302, { location: '/maps/elsewhere' }).end()) as Behaviour,
  huge: ((_, response) => {
    response.writeHead(200);
    const pump = () => {
      while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
    };
    response.on('drain', pump);
    pump();
  }) as Behaviour,
  hangingMidBody: ((_, response) =>
    void response.writeHead(200).write('{"display_name": "')) as Behaviour,
  cut: ((_, response) => {
    response.writeHead(200, { 'content-length': '5000' }).write('{');
    setImmediate(() => response.destroy());
  }) as Behaviour,
  without: json({ error: 'Unable to geocode' }),
} satisfies Record<string, Behaviour>;

export async function startNominatimDouble() {
  const requests: { url: URL; headers: IncomingMessage['headers'] }[] = [];
  let behave: Behaviour = behaviours.right;
  const server = createServer((request, response) => {
    requests.push({ url: new URL(request.url ?? '', 'http://double'), headers: request.headers });
    behave(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/maps`,
    requests,
    behave: (next: Behaviour) => {
      behave = next;
    },
    answer: (body: unknown) => {
      behave = json(body);
    },
    stop: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(closed);
      }),
  };
}
