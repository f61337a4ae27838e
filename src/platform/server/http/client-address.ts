import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { SettingsError } from '../setting-formats.ts';

export type ClientAddressFinder = (
  peer: string | undefined,
  forwardedFor: string | undefined,
) => string;

const narrowestNetwork = (address: string) => networksOf(address)[0] ?? address;

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const CHECKED_MAX = 1000;

/**
 * The client can forge anything in X-Forwarded-For to the left of our proxies. An IPv6 address
 * counts as its /64, because its holder may use any address in it. Carriers give each phone a /64
 * of the same /48, so a larger network would count strangers as one.
 */
export function createClientAddressFinder(trustedProxies: string[]): ClientAddressFinder {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/');
    const bits = Number(prefix);
    if (
      !isIP(address) ||
      (prefix !== undefined && !(bits >= 0 && bits <= (isIP(address) === 6 ? 128 : 32)))
    ) {
      throw new SettingsError(
        `The setting TRUSTED_PROXIES holds "${proxy}", which is neither an address nor a network like 10.0.0.0/8.`,
      );
    }
    if (prefix === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, bits, family(address));
  }
  if (trustedProxies.length === 0) return (peer = '') => narrowestNetwork(peer);
  // A check takes as long as the rest of the middleware.
  const checked = new LRUCache<string, boolean>({
    max: CHECKED_MAX,
    memoMethod: (address) => isIP(address) !== 0 && trusted.check(address, family(address)),
  });

  return (peer, forwardedFor) => {
    const chain = [...(forwardedFor?.split(',') ?? []), peer ?? ''].map(plainAddress);
    let client = chain.pop() ?? '';
    while (checked.memo(client) && chain.length > 0) {
      const next = chain.pop() ?? '';
      if (isIP(next) === 0) break;
      client = next;
    }
    return narrowestNetwork(client);
  };
}

/** IPv4-mapped (RFC 4291) and NAT64 (RFC 6052). */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** A phone or a home gets a /64, many customers a /56, a site or a carrier a /48 (RFC 6177). */
const IPV6_PREFIX_LENGTHS = [64, 56, 48];

/**
 * From narrow to wide: an IPv4 address and its /24, or an IPv6 address's /64, /56 and /48. Loopback
 * addresses and invalid text are returned unchanged.
 */
export function networksOf(clientAddress: string) {
  const address = plainAddress(clientAddress.replace(/\/64$/, ''));
  if (isIP(address) === 4) return [address, `${address.slice(0, address.lastIndexOf('.'))}.0/24`];
  if (isIP(address) !== 6) return [address];
  const groups = groupsOf(address);
  // Loopback.
  if (groups.slice(0, 4).every((group) => group === '0')) return [address];
  return IPV6_PREFIX_LENGTHS.map((length) => ipv6Network(groups, length));
}

/**
 * Adds a /16, or a /40 and a /32, of which a tenant of a hosting company may use many addresses.
 * Never for a limit, because a whole mobile network shares one.
 */
export function widerNetworksOf(clientAddress: string) {
  const networks = networksOf(clientAddress);
  const [narrowest = ''] = networks;
  if (networks.length === 1) return networks;
  if (isIP(narrowest) === 4)
    return [...networks, `${narrowest.split('.').slice(0, 2).join('.')}.0.0/16`];
  const groups = groupsOf(narrowest.replace(/\/64$/, ''));
  return [...networks, ...[40, 32].map((length) => ipv6Network(groups, length))];
}

function ipv6Network(groups: string[], length: number) {
  const kept = groups.slice(0, Math.ceil(length / 16));
  const bitsLeftOut = kept.length * 16 - length;
  const last = Number.parseInt(kept.pop() ?? '', 16);
  return `${[...kept, ((last >> bitsLeftOut) << bitsLeftOut).toString(16)].join(':')}::/${length}`;
}

function plainAddress(text: string) {
  const address = text.trim();
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (!IPV4_PREFIXES.includes(groups.slice(0, 6).join(':'))) return address;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.');
}

function groupsOf(address: string) {
  const [plain = ''] = address.split('%');
  const hex = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [left = [], right = []] = hex.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}
