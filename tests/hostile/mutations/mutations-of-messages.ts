import { edit, type Mutation } from './mutation.ts';

const MOVE_OFFER = 'modules/messages/offers/move-offer.ts';
const CART_OFFERS = 'modules/trade/cart/offer-queries.ts';
const test = (name: string) => [`server/modules/messages/${name}.test.ts`];

/** Guards of conversations, of what was agreed on in them, and of notifications. */
export const mutationsOfMessages: Mutation[] = [
  {
    name: 'held-stock-returned',
    removes: 'what was held and is let go returns to the product',
    edits: [edit(MOVE_OFFER, "to === 'released' && productId !== null", "to === 'ordered' && productId !== null")],
    tests: test('offers'),
    project: 'embedded',
  },
  {
    name: 'held-of-suspended',
    removes: 'nothing that was agreed on is ordered of a suspended farmer',
    edits: [edit(CART_OFFERS, 'suspendedAt} is not null)', 'suspendedAt} is null and false)')],
    tests: test('offer-attacks'),
    project: 'embedded',
  },
  {
    name: 'held-until-seen',
    removes: 'reading one conversation does not shorten what was agreed on in another',
    edits: [edit(CART_OFFERS, '        isRead,\n', '')],
    tests: test('offer-attacks'),
    project: 'embedded',
  },
  {
    name: 'push-taken-over',
    removes: "another person's browser is taken over only with its keys",
    edits: [edit('modules/notifications/push/queries.ts', 'isSameBrowser}`', 'isSameBrowser} or true`')],
    tests: ['server/modules/notifications/push-attacks.test.ts'],
    project: 'embedded',
  },
];
