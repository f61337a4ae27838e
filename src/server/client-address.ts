import { BlockList, isIP } from 'node:net';
import { SettingsError } from './env.ts';

/** Finds the address, or the network of IPv6 addresses, that a request came from. */
export type ClientAddressFinder = (peer: string | undefined, forwardedFor: string | undefined) => string;

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** What one client of IPv6 is given is a network of 2^64 addresses, any of which it may come from: it counts as one. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  // Nobody's network begins with zeros: loopback, and IPv4 addresses written as IPv6.
  return network.every((group) => group === '0') ? address : `${network.join(':')}::/64`;
}

/**
 * The peer's address, or, where the peer is one of our proxies, the last address of X-Forwarded-For that isn't: whatever stands
 * left of that was written by the client itself. Of an IPv6 address, its network.
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
  // Without proxies there is nothing to look into, which a request would else pay for each time.
  if (trustedProxies.length === 0) return (peer = '') => networkOf(peer.trim().replace(MAPPED_IPV4, ''));
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, family(address));

  return (peer, forwardedFor) => {
    const chain = [...(forwardedFor?.split(',') ?? []), peer ?? ''].map((address) => address.trim().replace(MAPPED_IPV4, ''));
    let client = chain.pop() ?? '';
    while (isTrusted(client) && chain.length > 0) {
      const next = chain.pop() ?? '';
      if (isIP(next) === 0) break;
      client = next;
    }
    return networkOf(client);
  };
}
