import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

const NEWER_VERSION = 'ffffffffffff';
/** Headers that Node's fetch has already decoded, or that apply to one connection only. */
const NOT_PASSED_ON = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
]);

/**
 * A proxy in front of the test server that can release a newer version: from then on its pages,
 * service worker and answers name another one. The files stay the same, so that only the change
 * itself is tested.
 */
export async function startReleasedFront(baseUrl: string) {
  const page = await (await fetch(`${baseUrl}/worker/en/app`)).text();
  const version = /data-version="(\w+)"/.exec(page)?.[1] ?? '';
  const released = { isNewer: false };
  const named = (text: string) =>
    released.isNewer ? text.replaceAll(version, NEWER_VERSION) : text;
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const answer = await fetch(new URL(request.url ?? '/', baseUrl), {
        method: request.method ?? 'GET',
        headers: passedOn(request.headers),
        redirect: 'manual',
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      for (const [name, value] of answer.headers)
        if (!NOT_PASSED_ON.has(name)) response.setHeader(name, named(value));
      const isText = /html|javascript/.test(answer.headers.get('content-type') ?? '');
      response.writeHead(answer.status);
      response.end(isText ? named(await answer.text()) : Buffer.from(await answer.arrayBuffer()));
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release() {
      released.isNewer = true;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Drops the conditional headers: both versions of a page have the same ETag here. */
function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const {
    host: _,
    connection: __,
    'if-none-match': ___,
    'accept-encoding': ____,
    ...others
  } = headers;
  return Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
}
