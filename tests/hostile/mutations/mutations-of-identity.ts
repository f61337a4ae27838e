import { edit, type Mutation } from './mutation.ts';

const PRODUCT_QUERIES = 'features/products/server/stock/queries.ts';
const steps = ['features/orders/orders/steps.test.ts'];
const CONVERSATION_QUERIES = 'features/messages/server/conversations/queries.ts';
const test = (name: string) => [`features/messages/${name}.test.ts`];
const codes = ['features/accounts/life-of-a-code.test.ts'];
const COMMANDS = 'features/phones/commands.test.ts';
const TRUST = 'features/accounts/server/trust-in-number.ts';
const DOUBTFUL = ['features/accounts/doubtful-numbers.test.ts'];
const RELEASE = 'features/accounts/server/people/release-number.ts';
const proof = ['features/orders/proof.test.ts'];

/** Guards that separate people, their accounts and their data. */
export const mutationsOfIdentity: Mutation[] = [
  {
    name: 'product-owner',
    removes: 'only its farmer changes a product',
    edits: [
      edit(
        PRODUCT_QUERIES,
        'eq(products.id, productId), eq(products.farmerId, farmerId), isNull',
        'eq(products.id, productId), isNull',
      ),
    ],
    tests: ['app/rest/strangers.test.ts', 'features/products/own-products.test.ts'],
    project: 'embedded',
  },
  {
    name: 'role',
    removes: "only farmers may call a farmer's procedures",
    edits: [
      edit(
        'platform/server/trpc/procedures.ts',
        "if (ctx.currentSession.role !== 'farmer') throw new AppError('FARMERS_ONLY');",
        '',
      ),
    ],
    tests: ['app/rest/authorization.test.ts'],
    project: 'embedded',
  },
  {
    name: 'order-owner',
    removes: 'only its own buyer and farmer move an order',
    edits: [
      edit(
        'features/orders/server/orders/move-order.ts',
        'if (!order || !isOwn)',
        'if (!order || (!isOwn && !order))',
      ),
    ],
    tests: ['app/rest/strangers.test.ts'],
    project: 'embedded',
  },
  {
    name: 'disclosure',
    removes: 'phone and place are shown only once an order is confirmed',
    edits: [
      edit(
        'features/orders/server/orders/read-orders.ts',
        'order.confirmedAt === null || isLongOver(order, now)',
        'isLongOver(order, now)',
      ),
    ],
    tests: ['features/orders/orders/disclosure.test.ts', ...steps],
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
    name: 'message-media-reader',
    removes: 'only the two of a conversation open its photos and voice notes',
    edits: [
      edit(
        'features/messages/server/media/queries.ts',
        'eq(conversations.id, conversationId), isReaders)',
        'eq(conversations.id, conversationId))',
      ),
    ],
    tests: ['app/rest/strangers.test.ts', 'features/messages/message-media.test.ts'],
    project: 'embedded',
  },
  {
    name: 'code-attempts',
    removes: 'a guess at a code is counted',
    edits: [edit('features/accounts/server/codes/queries.ts', '.attempts} + 1', '.attempts} + 0')],
    tests: codes,
    project: 'embedded',
  },
  {
    name: 'code-once',
    removes: 'a code ends when it is used',
    edits: [
      edit(
        'features/accounts/server/codes/queries.ts',
        '.set({ consumedAt: now })',
        '.set({ consumedAt: null })',
      ),
    ],
    tests: codes,
    project: 'embedded',
  },
  {
    name: 'code-replaced',
    removes: 'a new code invalidates the previous one',
    edits: [
      edit(
        'features/accounts/server/codes/issue-code.ts',
        'await voidLiveCodes(db, { ...address, now });',
        '',
      ),
    ],
    tests: codes,
    project: 'embedded',
  },
  {
    name: 'signup-proof',
    removes: 'a signup proof works once',
    edits: [
      edit(
        'features/accounts/server/claim-signup-proof.ts',
        'await spendSignupProofs(db, email, signupToken ? null : userId);',
        '',
      ),
    ],
    tests: ['features/farms/signup-proof.test.ts'],
    project: 'embedded',
  },
  {
    name: 'login-pass',
    removes: 'a login pass ends with its first session',
    edits: [
      edit(
        'features/accounts/server/sessions/open-session.ts',
        'await deleteLoginPass(db, userId);',
        '',
      ),
    ],
    tests: ['features/accounts/code-purposes.test.ts', 'features/accounts/sessions.test.ts'],
    project: 'embedded',
  },
  {
    name: 'session-end',
    removes: 'logging out ends the session on the server',
    edits: [
      edit(
        'features/accounts/server/manage-sessions.ts',
        'await deleteSessions(db, { userId, only: sessionId });',
        '',
      ),
    ],
    tests: ['features/accounts/sessions.test.ts', 'app/rest/account-paths.test.ts'],
    project: 'embedded',
  },
  {
    name: 'password-limit',
    removes: 'wrong passwords are counted',
    edits: [
      edit(
        'features/accounts/server/verify-credentials.ts',
        '[wrongPassword, name, clientAddress],',
        '',
      ),
    ],
    tests: ['features/accounts/guessing-passwords.test.ts'],
    project: 'embedded',
  },
  {
    name: 'phone-link-once',
    removes: 'a link that logs a farmer in on a phone works once',
    edits: [edit('features/accounts/server/sessions/queries.ts', 'isNull(phoneLinks.usedAt),', '')],
    tests: ['features/accounts/phone-link.test.ts'],
    project: 'embedded',
  },
  {
    name: 'verified-speaker',
    removes: 'only a verified number speaks for its account',
    edits: [
      edit(
        'features/phones/server/lines/queries.ts',
        'eq(speakers.phoneNumber, phoneNumber), isNotNull(speakers.phoneVerifiedAt),',
        'eq(speakers.phoneNumber, phoneNumber),',
      ),
    ],
    tests: [COMMANDS],
    named: 'nobody has verified',
    project: 'embedded',
  },
  {
    name: 'pin-after-silence',
    removes: 'the first word after 90 days needs the PIN',
    edits: [
      edit(
        TRUST,
        'secondsAfter(lastHeardAt, SILENCE_SECONDS) <= now',
        'secondsAfter(lastHeardAt, SILENCE_SECONDS) === now',
      ),
    ],
    tests: [COMMANDS],
    named: '90 days',
    project: 'embedded',
  },
  {
    name: 'reset-by-doubtful-number',
    removes: 'a doubtful number gets no code for a new password',
    edits: [
      edit(
        'features/accounts/server/send-account-letters.ts',
        'if (!provesPerson(',
        'if (email === null && !provesPerson(',
      ),
    ],
    tests: DOUBTFUL,
    named: '90 days of silence|not with a new password',
    project: 'postgres',
  },
  {
    name: 'sessions-after-report',
    removes: 'a reported SIM change ends the sessions',
    edits: [
      edit(
        'features/accounts/server/phone-line.ts',
        'await endAllSessions(tx, userId); const moment',
        'const moment',
      ),
    ],
    tests: DOUBTFUL,
    named: 'of the session and the password',
    project: 'postgres',
  },
  {
    name: 'one-number-one-account',
    removes: 'a number that is verified for one account is not verified for another',
    edits: [
      edit(
        RELEASE,
        '!holder || holder.userId === userId || mayLose(holder, now)',
        '!holder || holder.userId === userId || now !== null',
      ),
      edit(RELEASE, '!holder || !mayLose(holder, now)', '!holder || now === null'),
    ],
    tests: [`features/phones/verified-numbers.test.ts`],
    named: 'one number',
    project: 'embedded',
  },
  {
    name: 'proof-shared-payer',
    removes: 'a phone number that another buyer paid from proves nobody',
    edits: [
      edit(
        'features/orders/server/proof-queries.ts',
        "other_paid.status = 'paid'",
        "other_paid.status = 'held'",
      ),
    ],
    tests: proof,
    named: 'one phone number',
    project: 'postgres',
  },
];
