import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { canStartCaddy, hasIpv6, startCaddy } from '#tests/setup/processes/caddy.ts';
import { kill, startServerChild } from '#tests/setup/processes/children.ts';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const GUESSES = 12;

test.runIf(!isOnPostgres && canStartCaddy && hasIpv6)(
  'G74: behind the shipped proxy: wrong passwords of a visitor over IPv6 count against that visitor, not against those over IPv4',
  async () => {
    // On all addresses of both families, so that the proxy's own address appears as
    // ::ffff:127.0.0.1.
    const settings = { HOST: '::', TRUSTED_PROXIES: '127.0.0.0/8,::1' };
    const { child, word } = await startServerChild(settings);
    onTestFinished(() => kill(child));
    const proxy = await startCaddy([word]);
    onTestFinished(proxy.stop);

    const guess = async (visitor: string, email: string) => {
      const sent = request({
        host: visitor,
        port: proxy.port,
        path: '/api/auth/login',
        method: 'POST',
        headers: { host: `127.0.0.1:${proxy.port}`, 'content-type': 'application/json' },
      });
      sent.end(JSON.stringify({ email, password: 'Mavuno-mema-2026', userType: 'buyer' }));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return String(response.statusCode);
    };
    const outcomes: string[] = [];
    for (let number = 0; number < GUESSES; number += 1) outcomes.push(await guess('::1', 'a@x.ke'));
    expect(tally(outcomes)).toBe('10 401, 2 429');
    expect(await guess('127.0.0.1', 'a@x.ke')).toBe('401');
    report(
      'G74',
      `${GUESSES} wrong passwords over IPv6 through Caddy: ${tally(outcomes)}; one over IPv4 after them: 401`,
    );
  },
);
