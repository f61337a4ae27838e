import { createClientAddressFinder } from '#server/http/client-address.ts';

test("A15: a client's address is the peer, whatever headers it sends, if no proxy is trusted", () => {
  const find = createClientAddressFinder([]);
  expect(find('203.0.113.7', undefined)).toBe('203.0.113.7');
  expect(find('203.0.113.7', '203.0.113.7, 1.2.3.4, 127.0.0.1')).toBe('203.0.113.7');
});

const behindProxy = createClientAddressFinder(['10.0.0.0/8', '192.168.1.1', 'fd00::/8']);
test.each([
  ['the last address that our proxy appended', '10.0.0.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
  ['before several proxies', '10.0.0.1', '203.0.113.7, 10.9.9.9, 192.168.1.1', '203.0.113.7'],
  ['the peer if it is not one of our proxies', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['our own proxy if there is no other address', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
  ['the proxy without a header', '10.0.0.1', undefined, '10.0.0.1'],
  ['the proxy if the header is empty', '10.0.0.1', ' , ', '10.0.0.1'],
  ['not an address before nonsense', '10.0.0.1', '1.2.3.4, <script>, 10.0.0.2', '10.0.0.2'],
  ['IPv4 in IPv6 form', '::ffff:10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ['IPv4 in hexadecimal IPv6 form', '::ffff:a00:1', '::FFFF:cb00:7107', '203.0.113.7'],
  ['IPv4 in long form', 'fd00::1', '0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['the IPv4 address behind a NAT64', 'fd00::1', '64:ff9b::cb00:7107', '203.0.113.7'],
  ['the network of an IPv6 address', 'fd00::1', '2001:0DB8:0012:3f4::9', '2001:db8:12:3f4::/64'],
  ['a network with zeros in it', 'fd00::1', '2001:db8::7', '2001:db8:0:0::/64'],
  ['a link-local network, whatever its interface', 'fd00::1', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['the loopback address', '::1', undefined, '::1'],
])("A15: a client's address is %s", (_, peer, forwardedFor, expected) => {
  expect(behindProxy(peer, forwardedFor)).toBe(expected);
});

test.each(['localhost', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/x', '::1/129'])(
  'A15: a proxy called %s is refused with a message',
  (proxy) => {
    expect(() => createClientAddressFinder([proxy])).toThrow(
      /TRUSTED_PROXIES holds .* neither an address nor a network/,
    );
  },
);
