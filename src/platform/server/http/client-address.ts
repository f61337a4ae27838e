import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { SettingsError } from '../config.ts';
import { networksOf, plainAddress } from '../network-of.ts';

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
