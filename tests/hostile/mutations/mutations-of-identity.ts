import { type Guard, type Mutation, without } from './mutation.ts';

const PRODUCT_QUERIES = 'features/products/server/own-product-queries.ts';
const steps = ['features/orders/orders/steps.test.ts'];
const CONVERSATION_QUERIES = 'features/messages/server/conversations/queries.ts';
const test = (name: string) => [`features/messages/${name}.test.ts`];
const codes = ['features/accounts/life-of-a-code.test.ts'];
const COMMANDS = 'features/phones/commands.test.ts';
const TRUST = 'features/accounts/server/trust-in-number.ts';
const DOUBTFUL = ['features/accounts/doubtful-numbers.test.ts'];
const RELEASE = 'features/accounts/server/trust-in-number.ts';
const proof = ['features/orders/proof.test.ts'];

const guards: Guard[] = [
  {
    name: 'product-owner',
    removes: 'only its farmer changes a product',
    file: PRODUCT_QUERIES,
    find: 'eq(products.id, productId), eq(products.farmerId, farmerId), isNull',
    put: 'eq(products.id, productId), isNull',
    tests: ['app/rest/strangers.test.ts', 'features/products/own-products.test.ts'],
  },
  {
    name: 'role',
    removes: "only farmers may call a farmer's procedures",
    file: 'platform/server/procedures.ts',
    find: "if (ctx.currentSession.role !== 'farmer') throw new AppError('FARMERS_ONLY');",
    tests: ['app/rest/authorization.test.ts'],
  },
  {
    name: 'order-owner',
    removes: 'only its own buyer and farmer move an order',
    file: 'features/orders/server/orders/move-order.ts',
    find: 'if (!order || !isOwn)',
    put: 'if (!order || (!isOwn && !order))',
    tests: ['app/rest/strangers.test.ts'],
  },
  {
    name: 'disclosure',
    removes: 'phone and place are shown only once an order is confirmed',
    file: 'features/orders/server/orders/read-orders.ts',
    find: 'order.confirmedAt === null || isLongOver(order, now)',
    put: 'isLongOver(order, now)',
    tests: ['features/orders/orders/disclosure.test.ts', ...steps],
  },
  {
    name: 'conversation-owner',
    removes: 'only its two people write in a conversation',
    file: CONVERSATION_QUERIES,
    find: 'and(eq(conversations.id, conversationId), isOwn(person))',
    put: 'and(eq(conversations.id, conversationId), isOwn(person) && undefined)',
    tests: test('strangers'),
  },
  {
    name: 'message-media-reader',
    removes: 'only the two of a conversation open its photos and voice notes',
    file: 'features/messages/server/conversations/message-queries.ts',
    find: 'eq(conversations.id, conversationId), isReaders)',
    put: 'eq(conversations.id, conversationId))',
    tests: ['app/rest/strangers.test.ts', 'features/messages/message-media.test.ts'],
  },
  {
    name: 'code-attempts',
    removes: 'a guess at a code is counted',
    file: 'features/accounts/server/one-time-code-queries.ts',
    find: '.attempts} + 1',
    put: '.attempts} + 0',
    tests: codes,
  },
  {
    name: 'code-once',
    removes: 'a code ends when it is used',
    file: 'features/accounts/server/one-time-code-queries.ts',
    find: '.set({ consumedAt: now })',
    put: '.set({ consumedAt: null })',
    tests: codes,
  },
  {
    name: 'code-replaced',
    removes: 'a new code invalidates the previous one',
    file: 'features/accounts/server/one-time-codes.ts',
    find: 'await voidLiveCodes(db, { ...address, now });',
    tests: codes,
  },
  {
    name: 'signup-proof',
    removes: 'a signup proof works once',
    file: 'features/accounts/server/create-account.ts',
    find: 'await spendSignupProofs(db, address, signupToken ? null : userId);',
    tests: ['features/farms/signup-proof.test.ts'],
  },
  {
    name: 'login-pass',
    removes: 'a login pass ends with its first session',
    file: 'features/accounts/server/manage-sessions.ts',
    find: 'await deleteLoginPass(db, userId);',
    tests: ['features/accounts/code-purposes.test.ts', 'features/accounts/sessions.test.ts'],
  },
  {
    name: 'session-end',
    removes: 'logging out ends the session on the server',
    file: 'features/accounts/server/manage-sessions.ts',
    find: 'await deleteSessions(db, { userId: session.userId, only: session.id })',
    put: '[]',
    tests: ['features/accounts/sessions.test.ts', 'app/rest/account-paths.test.ts'],
  },
  {
    name: 'password-limit',
    removes: 'wrong passwords are counted',
    file: 'features/accounts/server/passwords.ts',
    find: '[wrongPassword, name, clientAddress],',
    tests: ['features/accounts/guessing-passwords.test.ts'],
  },
  {
    name: 'phone-link-once',
    removes: 'a link that logs a farmer in on a phone works once',
    file: 'features/accounts/server/session-queries.ts',
    find: 'isNull(phoneLinks.usedAt),',
    tests: ['features/accounts/phone-link.test.ts'],
  },
  {
    name: 'verified-speaker',
    removes: 'only a verified number speaks for its account',
    file: 'features/phones/server/queries.ts',
    find: 'eq(speakers.phoneNumber, phoneNumber), isNotNull(speakers.phoneVerifiedAt),',
    put: 'eq(speakers.phoneNumber, phoneNumber),',
    tests: [COMMANDS],
    named: 'nobody has verified',
  },
  {
    name: 'pin-after-silence',
    removes: 'the first word after 90 days needs the PIN',
    file: TRUST,
    find: 'secondsAfter(lastHeardAt, SILENCE_SECONDS) <= now',
    put: 'secondsAfter(lastHeardAt, SILENCE_SECONDS) === now',
    tests: [COMMANDS],
    named: '90 days',
  },
  {
    name: 'reset-by-doubtful-number',
    removes: 'a doubtful number gets no code for a new password',
    file: 'features/accounts/server/reset-password.ts',
    find: 'if (!provesPerson(',
    put: 'if (email === null && !provesPerson(',
    tests: DOUBTFUL,
    named: '90 days of silence|not with a new password',
    project: 'postgres',
  },
  {
    name: 'sessions-after-report',
    removes: 'a reported SIM change ends the sessions',
    file: 'features/accounts/server/phone-line.ts',
    find: 'await endAccess(tx, { userId, exceptSession: sessionId ?? undefined, isSimChanged: true }, now);',
    put: '',
    tests: DOUBTFUL,
    named: 'of the session and the password',
    project: 'postgres',
  },
  {
    name: 'one-number-one-account',
    removes: 'a number that is verified for one account is not verified for another',
    file: RELEASE,
    find: '!holder || holder.userId === userId || mayLose(holder, now)',
    put: '!holder || holder.userId === userId || now !== null',
    also: { find: '!holder || !mayLose(holder, now)', put: '!holder || now === null' },
    tests: [`features/phones/verified-numbers.test.ts`],
    named: 'one number',
  },
  {
    name: 'proof-shared-payer',
    removes: 'a phone number that another buyer paid from proves nobody',
    file: 'features/orders/server/proof-queries.ts',
    find: "other_paid.status = 'paid'",
    put: "other_paid.status = 'held'",
    tests: proof,
    named: 'one phone number',
    project: 'postgres',
  },
];

export const mutationsOfIdentity: Mutation[] = guards.map(without);
