import { edit, type Mutation } from './mutation.ts';

const CONVERSATION_QUERIES = 'features/messages/server/conversations/queries.ts';
const MOVE_OFFER = 'features/messages/server/offers/move-offer.ts';
const CART_OFFERS = 'features/orders/server/cart/offer-queries.ts';
const test = (name: string) => [`features/messages/${name}.test.ts`];
const pushAttacks = ['features/notifications/push-attacks.test.ts'];

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
    name: 'offer-expiry',
    removes: 'an offer whose time is over is not accepted',
    edits: [edit(MOVE_OFFER, "offer.expiresAt <= now && to !== 'withdrawn'", "offer.expiresAt <= now && to === 'open'")],
    tests: test('offer-attacks'),
    project: 'embedded',
  },
  {
    name: 'agreed-price',
    removes: 'what was agreed on is billed at its price',
    edits: [edit(CART_OFFERS, '      priceCents: priceOffers.priceCents,\n', '')],
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
    name: 'conversation-owner',
    removes: 'only its two people write in a conversation',
    edits: [
      edit(
        CONVERSATION_QUERIES,
        'and(eq(conversations.id, conversationId), isOwn(person))',
        'and(eq(conversations.id, conversationId), isOwn(person) && undefined)',
      ),
    ],
    tests: test('strangers'),
    project: 'embedded',
  },
  {
    name: 'messages-counted',
    removes: 'what one person writes is counted one after the other',
    edits: [
      edit(
        CONVERSATION_QUERIES,
        "from(users).where(eq(users.id, userId)).for('no key update');",
        'from(users).where(eq(users.id, userId));',
      ),
    ],
    tests: test('limits-at-once'),
    project: 'postgres',
  },
  {
    name: 'begun-with-media',
    removes: 'photos or a voice note that are refused begin no conversation',
    edits: [edit('features/messages/server/send-media.ts', 'clock, run: writeAll', 'clock, run: write')],
    tests: test('start-with-media'),
    project: 'embedded',
  },
  {
    name: 'push-taken-over',
    removes: "another person's browser is taken over only with its keys",
    edits: [edit('features/notifications/server/push/queries.ts', 'isSameBrowser}`', 'isSameBrowser} or true`')],
    tests: pushAttacks,
    project: 'embedded',
  },
  {
    name: 'push-redirect',
    removes: 'a push service leads nowhere else',
    edits: [edit('platform/server/adapters/web-push.ts', "redirect: 'manual'", "redirect: 'follow'")],
    tests: pushAttacks,
    project: 'embedded',
  },
];
