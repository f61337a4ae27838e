import { type Access, pathAccess } from '#tests/app/rest/access-table.ts';
import { givenOneMarket, makeFarm, makeTestBuyer, request } from '#tests/setup/in-market.ts';

const NOT_FOUND = {
  success: false,
  message: 'We could not find that.',
  code: 'NOT_FOUND',
};
const noIds = ['abc', '0', '1.5', '0x1', '%00', '2147483648'];
/** The others are tried on one path, because all paths read their ids alike. */
const moreNoIds = ['NaN', '-1', '1e3', '%20', '99999999999', '١'];
const TRIED_ON = 'POST /api/buyer/orders/:id/cancel';
const PARAMETER = /:(id|mediaId)\b/g;

let tokens: Record<'buyer' | 'farmer', string>;
givenOneMarket();
beforeAll(async () => {
  tokens = { buyer: (await makeTestBuyer()).token, farmer: (await makeFarm()).token };
});

const tokenFor = (access: Access) =>
  access === 'buyer' || (typeof access === 'object' && access.role === 'buyer')
    ? tokens.buyer
    : tokens.farmer;

const addresses = (path: string, text: string) =>
  [...path.matchAll(PARAMETER)].map(({ index: wrong }) =>
    path.replace(PARAMETER, (_, __, at: number) => (at === wrong ? text : '1')),
  );

describe('a path id that is not a database id is a 404 on every REST path', () => {
  const paths = Object.entries(pathAccess).filter(([route]) => route.match(PARAMETER));

  test.each(paths)('%s', async (route, access) => {
    const [method = '', path = ''] = route.split(' ');
    for (const text of [...noIds, ...(route === TRIED_ON ? moreNoIds : [])]) {
      for (const address of addresses(path, text)) {
        for (const token of [tokenFor(access), undefined]) {
          const response = await request(address, {
            method,
            ...(method !== 'GET' && { body: {} }),
            ...(token && { token }),
          });
          const answer = [response.status, await response.json()];
          expect(answer, `${method} ${address}`).toEqual([404, NOT_FOUND]);
        }
      }
    }
  });

  test('some of those paths have one id and some have two', () => {
    expect(paths.length).toBeGreaterThan(35);
    expect(paths.map(([route]) => route)).toContain(TRIED_ON);
    expect(paths.map(([route]) => route)).toContain('GET /api/conversations/:id/media/:mediaId');
  });
});
