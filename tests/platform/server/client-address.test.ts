import { describe, expect, test } from 'vitest';
import { createClientAddressFinder } from '#platform/server/http/client-address.ts';

describe("A15: a client's address", () => {
  test('is the peer, whatever headers it sends, if no proxy is trusted', () => {
    const find = createClientAddressFinder([]);
    expect(find('203.0.113.7', undefined)).toBe('203.0.113.7');
    expect(find('203.0.113.7', '1.2.3.4')).toBe('203.0.113.7');
    expect(find('203.0.113.7', '203.0.113.7, 1.2.3.4, 127.0.0.1')).toBe('203.0.113.7');
  });

  const behindProxy = createClientAddressFinder(['10.0.0.0/8', '192.168.1.1', 'fd00::/8']);
  test.each([
    ['the last address that our proxy appended', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    [
      'not an address that the client put before it',
      '10.0.0.1',
      '1.2.3.4, 203.0.113.7',
      '203.0.113.7',
    ],
    [
      'before several of our proxies',
      '10.0.0.1',
      '1.2.3.4, 203.0.113.7, 10.9.9.9, 192.168.1.1',
      '203.0.113.7',
    ],
    ['the peer if it is not one of our proxies', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['our own proxy if there is no other address', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['the proxy if the client sent nonsense', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['the proxy without a header', '10.0.0.1', undefined, '10.0.0.1'],
    ['the proxy if the header is empty', '10.0.0.1', ' , ', '10.0.0.1'],
    ['not an address before nonsense', '10.0.0.1', '1.2.3.4, <script>, 10.0.0.2', '10.0.0.2'],
    ['an IPv4 address in IPv6 form', '::ffff:10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
    [
      'an IPv4 address in IPv6 form, in hexadecimal',
      '::ffff:a00:1',
      '::FFFF:cb00:7107',
      '203.0.113.7',
    ],
    [
      'an IPv4 address in IPv6 form, written out',
      'fd00::1',
      '0:0:0:0:0:ffff:203.0.113.7',
      '203.0.113.7',
    ],
    ['the IPv4 address behind a NAT64', 'fd00::1', '64:ff9b::203.0.113.7', '203.0.113.7'],
    [
      'the IPv4 address behind a NAT64, in hexadecimal',
      'fd00::1',
      '64:ff9b::cb00:7107',
      '203.0.113.7',
    ],
    [
      'the network of an IPv6 address',
      'fd00::1',
      '2001:db8:12:3f4:5:6:7:8',
      '2001:db8:12:3f4::/64',
    ],
    [
      'the same network in another notation',
      'fd00::1',
      '2001:0DB8:0012:03f4::9',
      '2001:db8:12:3f4::/64',
    ],
    ['a network with zeros in it', 'fd00::1', '2001:db8::7', '2001:db8:0:0::/64'],
    ['our own IPv6 proxy if there is no other address', 'fd00::1', undefined, 'fd00:0:0:0::/64'],
    ['a link-local network, whatever its interface', 'fd00::1', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['the loopback address', '::1', undefined, '::1'],
  ])('is %s', (_, peer, forwardedFor, expected) => {
    expect(behindProxy(peer, forwardedFor)).toBe(expected);
  });

  test.each(['localhost', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/x', '10.0.0', '::1/129', '/8'])(
    'a proxy called %s is refused with a message',
    (proxy) => {
      expect(() => createClientAddressFinder([proxy])).toThrow(
        /TRUSTED_PROXIES holds .* neither an address nor a network/,
      );
    },
  );
});
