import { networksOf, widerNetworksOf } from '#server/http/client-address.ts';

it.each([
  ['196.201.214.7', ['196.201.214.7', '196.201.214.0/24']],
  ['::ffff:196.201.214.7', ['196.201.214.7', '196.201.214.0/24']],
  [
    '2c0f:fe38:2100:01ab::9',
    ['2c0f:fe38:2100:1ab::/64', '2c0f:fe38:2100:100::/56', '2c0f:fe38:2100::/48'],
  ],
  [
    '2c0f:fe38:2100:1ab::/64',
    ['2c0f:fe38:2100:1ab::/64', '2c0f:fe38:2100:100::/56', '2c0f:fe38:2100::/48'],
  ],
  ['2c0f:fe38::1', ['2c0f:fe38:0:0::/64', '2c0f:fe38:0:0::/56', '2c0f:fe38:0::/48']],
  ['::1', ['::1']],
  ['local', ['local']],
])('the networks of a client address of %s are %j, from narrow to wide', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

it.each([
  ['196.201.214.7', ['196.201.0.0/16']],
  ['2c0f:fe38:2100:01ab::9', ['2c0f:fe38:2100::/40', '2c0f:fe38::/32']],
  ['::1', []],
  ['person 5', []],
])('the networks of a client address of %s are also compared by %j', (address, wider) => {
  expect(widerNetworksOf(address)).toEqual([...networksOf(address), ...wider]);
});
