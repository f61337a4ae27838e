import { edit, type Mutation } from './mutation.ts';

const standing = ['features/orders/reviews/standing.test.ts'];
const evidence = ['features/farms/evidence.test.ts'];

/** Guards that keep reputation and places from being mere claims. */
export const mutationsOfTrust: Mutation[] = [
  {
    name: 'own-farm',
    removes: 'accounts that share a phone number or national ID do not trade with each other',
    edits: [edit('features/orders/server/cart/list-cart-lines.ts', "if (row.isOwnFarm) return 'ownFarm';", '')],
    tests: standing,
    named: 'nobody orders from themselves',
    project: 'postgres',
  },
  {
    name: 'standing-shared',
    removes: 'what was sold between accounts that share a phone number by now does not count',
    edits: [edit('platform/server/db/farm-standing.ts', 'sharesIdentity(orders.buyerId, orders.farmerId)}', 'sql`false`}')],
    tests: standing,
    named: 'counts no more',
    project: 'postgres',
  },
  {
    name: 'standing-own-phone',
    removes: "what the farm's own phone paid for does not count",
    edits: [edit('platform/server/db/farm-standing.ts', 'isPaidFromFarmsPhone(orders.id, farmerId)}', 'sql`false`}')],
    tests: standing,
    named: 'own phone paid',
    project: 'postgres',
  },
  {
    name: 'standing-paid',
    removes: 'only paid orders count as sales',
    edits: [edit('platform/server/db/farm-standing.ts', "= 'paid'\n", "<> 'expired'\n")],
    tests: standing,
    named: 'is no sale',
    project: 'postgres',
  },
  {
    name: 'standing-cash',
    removes: 'of cash orders a few count in a month',
    edits: [
      edit('platform/server/db/farm-standing.ts', 'where not is_cash or nth_of_buyer', 'where true or nth_of_buyer'),
      edit('platform/server/db/farm-standing.ts', 'where not is_cash or nth_of_farm', 'where true or nth_of_farm'),
    ],
    tests: standing,
    named: 'accomplice|cash sales of a month',
    project: 'postgres',
  },
  {
    name: 'counted-review',
    removes: "of one buyer's ratings one in 30 days counts",
    edits: [edit('features/orders/server/reviews.ts', 'const isCounted = !(await', 'const isCounted = now !== null || (await')],
    tests: standing,
    named: 'one in 30 days',
    project: 'postgres',
  },
  {
    name: 'rater-lock',
    removes: "a buyer's ratings are stored one after the other",
    edits: [edit('features/orders/server/reviews.ts', 'await lockRater(tx, buyerId);', '')],
    tests: standing,
    named: 'ten ratings',
    project: 'postgres',
  },
  {
    name: 'pin-county',
    removes: 'the county that buyers search by is the one of the pin',
    edits: [
      edit(
        'features/products/server/catalogue/offer-queries.ts',
        '{ pinCounty: county, coverageRadiusMetres } = farms',
        '{ county, coverageRadiusMetres } = farms',
      ),
    ],
    tests: evidence,
    named: 'listed under Nyeri',
    project: 'postgres',
  },
  {
    name: 'fix-of-many',
    removes: 'a fix that many farms share earns no badge',
    edits: [edit('features/farms/server/evidence/doubt-fix.ts', 'if (others >= FARMS_OF_ONE_FIX_MAX) {', 'if (others < 0) {')],
    tests: evidence,
    named: 'one fix',
    project: 'postgres',
  },
  {
    name: 'fix-lock',
    removes: 'farms with one fix come one after the other',
    edits: [
      edit('features/farms/server/evidence/doubt-fix.ts', 'await lockFix(tx, gpsFix);', ''),
      edit('features/farms/server/move-farm.ts', 'await lockFix(tx, named.gpsFix);', ''),
    ],
    tests: evidence,
    named: 'same moment',
    project: 'postgres',
  },
  {
    name: 'fix-speed',
    removes: 'a farm that moved faster than an airliner has no badge',
    edits: [
      edit(
        'features/farms/server/evidence/doubt-fix.ts',
        'return before !== null && isTooFast(before, gpsFix);',
        'return before !== null && isTooFast(gpsFix, gpsFix);',
      ),
    ],
    tests: evidence,
    named: 'airliner',
    project: 'postgres',
  },
];
