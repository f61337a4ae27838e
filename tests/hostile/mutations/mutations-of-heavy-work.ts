import { edit, type Mutation } from './mutation.ts';

const budget = ['platform/server/heavy-work.test.ts'];
const queue = ['platform/server/fair-queue.test.ts'];
const pace = ['app/http/read-pace.test.ts'];

/** Guards that bound heavy work, and charge questions what they cost. */
export const mutationsOfHeavyWork: Mutation[] = [
  {
    name: 'password-places',
    removes: 'comparing a password takes a place of heavy work',
    edits: [
      edit(
        'features/accounts/server/passwords.ts',
        'heavyWork.run(client, async () => {',
        '((_: string, work: () => Promise<boolean>) => work())(client, async () => {',
      ),
    ],
    tests: budget,
    named: '429 at once',
    project: 'embedded',
  },
  {
    name: 'uncompared-password',
    removes: 'a password that was not compared is not counted as wrong',
    edits: [
      edit(
        'features/accounts/server/verify-credentials.ts',
        '      await giveBack();\n      throw refusal;',
        '      throw refusal;',
      ),
    ],
    tests: budget,
    named: 'not a wrong password',
    project: 'embedded',
  },
  {
    name: 'least-used-first',
    removes: 'the waiting client that has used the least comes first',
    edits: [edit('fair-queue.ts', 'if (used < least)', 'if (!next)')],
    tests: queue,
    named: 'forty networks',
    project: 'embedded',
  },
  {
    name: 'use-of-networks',
    removes: 'what one address of a network has used counts for all of it',
    edits: [edit('fair-queue.ts', 'for (const network of networks) {', 'for (const network of networks.slice(0, 1)) {')],
    tests: queue,
    named: 'in the same network',
    project: 'embedded',
  },
  {
    name: 'cost-of-carts',
    removes: "a visitor's cart is charged by its lines",
    edits: [
      edit(
        'app/server/routers/market.ts',
        'return 1 + Math.floor(lines * READ_COST.cartLine);',
        'return lines < 0 ? READ_COST.cartLine : 1;',
      ),
    ],
    tests: pace,
    named: 'a hundred lines',
    project: 'embedded',
  },
  {
    name: 'drawn-in-all',
    removes: 'what the server draws for all clients in a second is limited',
    edits: [edit('platform/server/http/read-pace.ts', ' && tryDraw(drawing, EVERYBODY, cost)', '')],
    tests: pace,
    named: 'all clients',
    project: 'embedded',
  },
];
