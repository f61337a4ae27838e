/*
 * Calls addresses that users have chosen, so every address inside a network is refused. The check
 * is part of the connection's own lookup, so that it applies to the address that is connected to.
 * Redirects are not followed.
 */

import { Resolver } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type DeliveryProblem, RECEIVER_TIMEOUT_MILLISECONDS } from '../rules.ts';

export type Delivered = { problem: DeliveryProblem | null; status: number | null };
type Message = { headers: Record<string, string>; body: string };

type Receivers = {
  /** The addresses of its name are checked on connecting. */
  isAllowed(url: string): boolean;
  post(url: string, message: Message): Promise<Delivered>;
};

declare global {
  interface Services {
    receivers: Receivers;
  }
}

/** Not hosts of the internet (RFC 6890), and multicast. */
const insideV4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  insideV4.addSubnet(net, bits, 'ipv4');

/** Excludes loopback, local, multicast, IPv4-mapped and NAT64 addresses. */
const worldV6 = new BlockList();
worldV6.addSubnet('2000::', 3, 'ipv6');
/** Leads into IPv4 (Teredo, 6to4), or is for documentation. */
const insideV6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  insideV6.addSubnet(net, bits, 'ipv6');

export function isWorldAddress(address: string) {
  const family = isIP(address);
  if (family === 4) return !insideV4.check(address, 'ipv4');
  return family === 6 && worldV6.check(address, 'ipv6') && !insideV6.check(address, 'ipv6');
}

type Resolve = (hostname: string) => Promise<string[]>;
type Options = {
  resolve?: Resolve;
  timeoutMilliseconds?: number;
  /** Origins that are allowed although they are inside or without TLS. */
  ownReceivers?: readonly string[];
};

export function createReceivers({
  resolve = askNameServers,
  timeoutMilliseconds = RECEIVER_TIMEOUT_MILLISECONDS,
  ownReceivers = [],
}: Options = {}): Receivers {
  const isOwn = ({ origin }: URL) => ownReceivers.includes(origin);
  const isAllowed = (text: string) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    if (url.username || url.password) return false;
    return isOwn(url) || (url.protocol === 'https:' && isWebPort(url) && isWorldHost(url.hostname));
  };
  const lookup = lookupOfWorld(resolve);
  return {
    isAllowed,
    async post(text, message) {
      // The rules may have changed since it was stored.
      if (!isAllowed(text)) return { problem: 'forbiddenAddress', status: null };
      const url = new URL(text);
      const way = { timeoutMilliseconds, ...(!isOwn(url) && { lookup }) };
      return exchange(url, { ...message, ...way });
    },
  };
}

/** Keeps users from scanning other services, such as mail, through us. */
const isWebPort = ({ port }: URL) => port === '' || Number(port) >= 1024;

/** A literal address is never looked up, so it is checked here. */
function isWorldHost(hostname: string) {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? bare.includes('.') : isWorldAddress(bare);
}

const RESOLVER = { timeout: 2000, tries: 1 };

/** The operating system's lookup would occupy a thread that pictures and passwords need. */
async function askNameServers(hostname: string) {
  const resolver = new Resolver(RESOLVER);
  const found = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

const FORBIDDEN = 'EFORBIDDENADDRESS';

/** Refuses a name if any of its addresses is inside. */
const lookupOfWorld =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    const answer = (addresses: string[]) => {
      const [first] = addresses;
      if (first === undefined) return done(new Error(`${hostname} has no address`), '');
      if (!addresses.every(isWorldAddress))
        return done(Object.assign(new Error('an address inside'), { code: FORBIDDEN }), '');
      if (options.all)
        return done(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        );
      done(null, first, isIP(first));
    };
    resolve(hostname).then(answer, (error) => done(error, ''));
  };

type Exchange = Message & { timeoutMilliseconds: number; lookup?: LookupFunction };

/** One time limit covers the whole request. Never throws. */
function exchange(
  url: URL,
  { headers, body, timeoutMilliseconds, ...options }: Exchange,
): Promise<Delivered> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((settle) => {
    const request = send(url, {
      ...options,
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeoutMilliseconds),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'SokoShamba-Webhooks/1',
        ...headers,
      },
    });
    request.on('error', (error) => {
      const isForbidden = 'code' in error && error.code === FORBIDDEN;
      settle({ problem: isForbidden ? 'forbiddenAddress' : 'noAnswer', status: null });
    });
    // A non-response, such as a change of protocol, ends without an error.
    request.on('close', () => settle({ problem: 'noAnswer', status: null }));
    request.on('response', ({ statusCode = 0 }) => {
      settle({ problem: problemOf(statusCode), status: statusCode });
      request.destroy();
    });
    request.end(body);
  });
}

function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}
