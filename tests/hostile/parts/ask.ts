import { type Agent, request } from 'node:http';

export type Question = { path: string; address: string; agent: Agent; body?: object };

/**
 * Sends a request as a client of a proxy, over a connection that is kept alive.
 * @returns the status
 */
export function ask(server: { url: string }, question: Question): Promise<number> {
  const { path, address, agent, body } = question;
  const headers = {
    'x-forwarded-for': address,
    'accept-encoding': 'br',
    ...(body && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const asking = request(
      `${server.url}${path}`,
      { method: body ? 'POST' : 'GET', agent, headers },
      (response) => {
        response
          .resume()
          .once('end', () => resolve(response.statusCode ?? 0))
          .once('error', reject);
      },
    );
    asking
      .once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET' && asking.reusedSocket) resolve(ask(server, question));
        else reject(error);
      })
      .end(body && JSON.stringify(body));
  });
}
