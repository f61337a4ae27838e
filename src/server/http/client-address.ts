import { BlockList, isIP } from 'node:net';
import { SettingsError } from '#server/config.ts';

/** Finds the address, or the network of IPv6 addresses, that a request came from. */
export type ClientAddressFinder = (peer: string | undefined, forwardedFor: string | undefined) => string;

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The prefixes, of 96 bits, whose last 32 bits are the IPv4 address of a client: IPv4-mapped (RFC 4291) and NAT64 (RFC 6052). */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** The eight groups of an IPv6 address, each without leading zeros. */
function groupsOf(address: string): string[] {
  const [plain = ''] = address.split('%');
  const hex = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [left = [], right = []] = hex.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}

/** An address in the form that is compared and counted: sockets and proxies write an IPv4 client's address in several ways. */
function plainAddress(text: string): string {
  const address = text.trim();
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (!IPV4_PREFIXES.includes(groups.slice(0, 6).join(':'))) return address;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.');
}

/**
 * What is counted: an IPv4 address, or the /64 of an IPv6 address. A phone or a home gets a /64 at least, and may come from any of its
 * addresses, so that limits of single addresses would limit nobody. A larger network would count strangers as one: mobile carriers
 * give each phone a /64 out of the same /48.
 */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const network = groupsOf(address).slice(0, 4);
  // A network that begins with zeros is loopback.
  return network.every((group) => group === '0') ? address : `${network.join(':')}::/64`;
}

/**
 * The peer's address, or, where the peer is one of our proxies, the last address of X-Forwarded-For that isn't one: the client can write
 * anything to the left of that. For an IPv6 address, its network.
 * @throws SettingsError when a proxy is neither an address nor a network
 */
export function createClientAddressFinder(trustedProxies: string[]): ClientAddressFinder {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/');
    const bits = Number(prefix);
    if (!isIP(address) || (prefix !== undefined && !(bits >= 0 && bits <= (isIP(address) === 6 ? 128 : 32)))) {
      throw new SettingsError(
        `The setting TRUSTED_PROXIES holds "${proxy}", which is neither an address nor a network like 10.0.0.0/8.`,
      );
    }
    if (prefix === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, bits, family(address));
  }
  // Without proxies no request has to pay for reading the header.
  if (trustedProxies.length === 0) return (peer = '') => networkOf(plainAddress(peer));
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, family(address));

  return (peer, forwardedFor) => {
    const chain = [...(forwardedFor?.split(',') ?? []), peer ?? ''].map(plainAddress);
    let client = chain.pop() ?? '';
    while (isTrusted(client) && chain.length > 0) {
      const next = chain.pop() ?? '';
      if (isIP(next) === 0) break;
      client = next;
    }
    return networkOf(client);
  };
}
