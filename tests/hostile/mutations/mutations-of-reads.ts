import { edit, type Mutation } from './mutation.ts';

/** Guards that keep one client from using up the database. */
export const mutationsOfReads: Mutation[] = [
  {
    name: 'client-share',
    removes: 'one client address has a share of the searches, not all of them',
    edits: [edit('fair-queue.ts', 'running < atOnce && client.running < perClient', 'running < atOnce')],
    tests: ['platform/server/fair-queue.test.ts', 'features/products/shares.test.ts'],
    project: 'postgres',
  },
  {
    name: 'share-of-reviews',
    removes: 'counting the sales of a farm for its reviews takes turns with the searches',
    edits: [
      edit(
        'app/server/routers/market.ts',
        'searchOnPrimary(clientAddress, (db) => listFarmReviews',
        'quickOnPrimary(clientAddress, (db) => listFarmReviews',
      ),
    ],
    tests: ['features/products/shares.test.ts'],
    named: 'reviews of a farm',
    project: 'postgres',
  },
  {
    name: 'own-changes-announced',
    removes: 'what is kept is out of date before the change that makes it so is answered',
    edits: [edit('app/server/procedures.ts', "name.includes('farmer')", 'false')],
    tests: ['hostile/hot-answers.test.ts'],
    project: 'postgres',
  },
  {
    name: 'days-of-kept-answers',
    removes: 'an answer of yesterday is not given today',
    edits: [edit('features/products/server/catalogue-changes.ts', 'mark.day === dayInNairobi(clock())', 'mark.day !== ""')],
    tests: ['hostile/hot-answers.test.ts'],
    named: 'expires with the day',
    project: 'postgres',
  },
  {
    name: 'slow-counts',
    removes: 'a count that takes too long is left out',
    edits: [edit('features/products/server/catalogue/count-facets.ts', 'if (!isTooSlow(error)) throw error;', 'throw error;')],
    tests: ['features/products/shares.test.ts'],
    project: 'postgres',
  },
  {
    name: 'pace-of-reads',
    removes: 'the reads of one client address are counted',
    edits: [
      edit(
        'app/server/procedures.ts',
        "if (type === 'query') await ctx.services.readPace.consume(ctx.clientAddress);",
        'void [ctx, type];',
      ),
    ],
    tests: ['features/products/shares.test.ts'],
    project: 'embedded',
  },
];
