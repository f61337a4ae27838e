import { edit, type Mutation } from './mutation.ts';

const PRODUCT_QUERIES = 'features/products/server/stock/queries.ts';
const guessing = ['features/accounts/guessing.test.ts'];

/** Guards that separate people, their accounts and their data. */
export const mutationsOfPeople: Mutation[] = [
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
    name: 'products-owner',
    removes: "a bulk update takes only the farmer's own products",
    edits: [
      edit(
        PRODUCT_QUERIES,
        'eq(products.farmerId, farmerId), inArray(products.id, productIds)',
        'inArray(products.id, productIds)',
      ),
    ],
    tests: ['app/rest/strangers.test.ts', 'features/products/quantities.test.ts'],
    project: 'embedded',
  },
  {
    name: 'role',
    removes: "only farmers may call a farmer's procedures",
    edits: [
      edit('app/server/procedures.ts', "if (ctx.currentSession.role !== 'farmer') throw new AppError('FARMERS_ONLY');", ''),
    ],
    tests: ['app/rest/authorization.test.ts'],
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
    name: 'phone-link-minute',
    removes: 'a link that logs a farmer in on a phone ends after a minute',
    edits: [edit('features/accounts/server/sessions/queries.ts', 'gt(phoneLinks.expiresAt, now),', '')],
    tests: ['features/accounts/phone-link.test.ts'],
    project: 'embedded',
  },
  {
    name: 'code-attempts',
    removes: 'a guess at a code is counted',
    edits: [edit('features/accounts/server/codes/queries.ts', '.attempts} + 1', '.attempts} + 0')],
    tests: guessing,
    project: 'embedded',
  },
  {
    name: 'code-once',
    removes: 'a code ends when it is used',
    edits: [edit('features/accounts/server/codes/queries.ts', '.set({ consumedAt: now })', '.set({ consumedAt: null })')],
    tests: [...guessing, 'features/accounts/life-of-a-code.test.ts'],
    project: 'embedded',
  },
  {
    name: 'code-replaced',
    removes: 'a new code invalidates the previous one',
    edits: [edit('features/accounts/server/codes/issue-code.ts', 'await voidLiveCodes(db, { ...address, now });', '')],
    tests: ['features/accounts/life-of-a-code.test.ts'],
    project: 'embedded',
  },
  {
    name: 'wrong-codes',
    removes: 'wrong codes are remembered for a day',
    edits: [
      edit('features/accounts/server/codes/verify-code.ts', 'await insertWrongCode(db, { ...budget, guessedAt: now });', ''),
    ],
    tests: ['features/accounts/day-of-guessing.test.ts'],
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
    edits: [edit('features/accounts/server/sessions/open-session.ts', 'await deleteLoginPass(db, userId);', '')],
    tests: ['features/accounts/code-purposes.test.ts', 'features/accounts/sessions.test.ts'],
    project: 'embedded',
  },
  {
    name: 'session-end',
    removes: 'logging out ends the session on the server',
    edits: [edit('features/accounts/server/manage-sessions.ts', 'await deleteSessions(db, { userId, only: sessionId });', '')],
    tests: ['features/accounts/sessions.test.ts', 'app/rest/account-paths.test.ts'],
    project: 'embedded',
  },
  {
    name: 'session-idle',
    removes: 'an idle session ends',
    edits: [edit('features/accounts/server/sessions/queries.ts', "gt(sessions.idleEndsAt, sql.placeholder('now')),", '')],
    tests: ['features/accounts/sessions.test.ts'],
    project: 'embedded',
  },
  {
    name: 'password-limit',
    removes: 'wrong passwords are counted',
    edits: [edit('features/accounts/server/verify-credentials.ts', "['wrongPassword', email, clientAddress],", '')],
    tests: ['features/accounts/guessing-passwords.test.ts'],
    project: 'embedded',
  },
  {
    name: 'dummy-hash',
    removes: 'an unknown email costs the same work as a known one',
    edits: [
      edit(
        'features/accounts/server/passwords.ts',
        'placeholderHash ??= hashPassword(',
        'if (passwordHash === null) return false;\n      placeholderHash ??= hashPassword(',
      ),
    ],
    tests: ['features/accounts/alike.test.ts'],
    project: 'postgres',
  },
  {
    name: 'forwarded-for',
    removes: 'X-Forwarded-For is believed only from our own proxies',
    edits: [
      edit('platform/server/http/client-address.ts', 'while (isTrusted(client) && chain.length > 0)', 'while (chain.length > 0)'),
    ],
    tests: ['platform/server/client-address.test.ts', 'features/accounts/guessing-passwords.test.ts'],
    project: 'embedded',
  },
  {
    name: 'ipv4-in-ipv6',
    removes: 'an IPv4 client counts as itself however its address is written',
    edits: [
      edit(
        'platform/server/http/client-address.ts',
        "if (!IPV4_PREFIXES.includes(groups.slice(0, 6).join(':'))) return address;",
        'return address;',
      ),
    ],
    tests: ['platform/server/client-address.test.ts'],
    project: 'embedded',
  },
  {
    name: 'demo-host',
    removes: 'the demo listens only on its own machine',
    edits: [edit('config.ts', "HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0')", "HOST ?? '0.0.0.0'")],
    tests: ['demo/listening.test.ts'],
    project: 'embedded',
  },
  {
    name: 'signup-replacement',
    removes: 'the holder of the token may replace an account made without it',
    edits: [edit('features/accounts/server/claim-signup-proof.ts', 'signupToken ? null : userId', 'null')],
    tests: ['features/farms/signup-theft.test.ts'],
    project: 'embedded',
  },
  {
    name: 'first-login',
    removes: 'no signup replaces an account after its first login',
    edits: [edit('features/accounts/server/confirm-code.ts', 'await endReplacement(db, account.id);', '')],
    tests: ['features/farms/signup-theft.test.ts'],
    project: 'embedded',
  },
  {
    name: 'stream-end',
    removes: 'a stream ends with its session',
    edits: [edit('features/orders/server/order-changes.ts', 'else if (isEnded(stream, announced.ended)) end(stream);', '')],
    tests: ['features/accounts/streams.test.ts'],
    project: 'embedded',
  },
  {
    name: 'stream-session',
    removes: 'a stream that opens while its session ends is closed',
    edits: [edit('features/orders/server/order-changes.ts', 'if (!(await isSessionOpen())) return;', '')],
    tests: ['features/accounts/streams.test.ts'],
    project: 'embedded',
  },
  {
    name: 'unverified-signups',
    removes: 'signups that nobody verified are deleted',
    edits: [edit('platform/server/db/prune.ts', 'await pruneSignups(db, now);', '')],
    tests: ['features/accounts/unverified-signups.test.ts'],
    project: 'embedded',
  },
  {
    name: 'own-words',
    removes: 'reasons that a deleted person wrote are deleted too',
    edits: [edit('features/privacy/server/trade-queries.ts', '.set({ reason: null })', '.set({ subject: sql`subject` })')],
    tests: ['features/privacy/own-words.test.ts'],
    project: 'embedded',
  },
  {
    name: 'reset-ends-lockout',
    removes: 'a reset forgets the wrong passwords before it',
    edits: [
      edit(
        'features/accounts/server/reset-password.ts',
        "await rateLimits.clear(tx, ['wrongPassword', 'wrongPasswordAnywhere', 'wrongPasswordOfDevice'], loginName(account));",
        '',
      ),
    ],
    tests: ['features/accounts/lockout.test.ts'],
    project: 'embedded',
  },
  {
    name: 'device-of-account',
    removes: 'a device token counts only for the accounts that logged in on the device',
    edits: [
      edit(
        'features/accounts/server/sessions/device-queries.ts',
        'and(eq(knownDevices.tokenHash, tokenHash), eq(users.email, email))',
        'eq(knownDevices.tokenHash, tokenHash)',
      ),
    ],
    tests: ['features/accounts/lockout.test.ts'],
    project: 'embedded',
  },
  {
    name: 'inbox-owner',
    removes: 'only its reader makes a notice read',
    edits: [
      edit(
        'features/notifications/server/notices/queries.ts',
        'and(eq(notices.userId, userId), isNull(notices.readAt), lte(notices.id, upTo))',
        'and(isNull(notices.readAt), lte(notices.id, upTo))',
      ),
    ],
    tests: ['features/notifications/inbox.test.ts'],
    project: 'embedded',
  },
  {
    name: 'push-endpoint',
    removes: 'notifications go to known push services alone',
    edits: [
      edit(
        'features/notifications/server/push-devices.ts',
        "if (!webPush.isKnownService(endpoint)) throw new AppError('PUSH_ENDPOINT_REFUSED', { field: 'endpoint' });",
        '',
      ),
    ],
    tests: ['features/notifications/push-input.test.ts'],
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
    name: 'message-media-sweep',
    removes: 'the sweep leaves the files of messages alone',
    edits: [
      edit(
        'features/photos/server/storage/queries.ts',
        'inArray(messageMedia.contentHash, contentHashes)',
        'isNull(messageMedia.contentHash)',
      ),
    ],
    tests: ['features/messages/message-media.test.ts'],
    project: 'embedded',
  },
];
