import { edit, type Mutation } from './mutation.ts';

const PRODUCT_QUERIES = 'modules/products/stock/queries.ts';
const guessing = ['server/modules/accounts/guessing.test.ts'];

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
    tests: ['server/http/rest/strangers.test.ts', 'server/modules/products/own-products.test.ts'],
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
    tests: ['server/http/rest/strangers.test.ts', 'server/modules/products/quantities.test.ts'],
    project: 'embedded',
  },
  {
    name: 'role',
    removes: "only farmers may call a farmer's procedures",
    edits: [edit('trpc/procedures.ts', "if (ctx.currentSession.role !== 'farmer') throw new AppError('FARMERS_ONLY');", '')],
    tests: ['server/http/rest/authorization.test.ts'],
    project: 'embedded',
  },
  {
    name: 'phone-link-once',
    removes: 'a link that logs a farmer in on a phone works once',
    edits: [edit('modules/accounts/sessions/queries.ts', 'isNull(phoneLinks.usedAt),', '')],
    tests: ['server/modules/accounts/phone-link.test.ts'],
    project: 'embedded',
  },
  {
    name: 'phone-link-minute',
    removes: 'a link that logs a farmer in on a phone ends after a minute',
    edits: [edit('modules/accounts/sessions/queries.ts', 'gt(phoneLinks.expiresAt, now),', '')],
    tests: ['server/modules/accounts/phone-link.test.ts'],
    project: 'embedded',
  },
  {
    name: 'code-attempts',
    removes: 'a guess at a code is counted',
    edits: [edit('modules/accounts/codes/queries.ts', '.attempts} + 1', '.attempts} + 0')],
    tests: guessing,
    project: 'embedded',
  },
  {
    name: 'code-once',
    removes: 'a code ends when it is used',
    edits: [edit('modules/accounts/codes/queries.ts', '.set({ consumedAt: now })', '.set({ consumedAt: null })')],
    tests: [...guessing, 'server/modules/accounts/life-of-a-code.test.ts'],
    project: 'embedded',
  },
  {
    name: 'code-replaced',
    removes: 'a new code invalidates the previous one',
    edits: [edit('modules/accounts/codes/issue-code.ts', 'await voidLiveCodes(db, { ...address, now });', '')],
    tests: ['server/modules/accounts/life-of-a-code.test.ts'],
    project: 'embedded',
  },
  {
    name: 'wrong-codes',
    removes: 'wrong codes are remembered for a day',
    edits: [edit('modules/accounts/codes/verify-code.ts', 'await insertWrongCode(db, { ...budget, guessedAt: now });', '')],
    tests: ['server/modules/accounts/day-of-guessing.test.ts'],
    project: 'embedded',
  },
  {
    name: 'signup-proof',
    removes: 'a signup proof works once',
    edits: [
      edit('modules/accounts/claim-signup-proof.ts', 'await spendSignupProofs(db, email, signupToken ? null : userId);', ''),
    ],
    tests: ['server/modules/farms/signup-proof.test.ts'],
    project: 'embedded',
  },
  {
    name: 'login-pass',
    removes: 'a login pass ends with its first session',
    edits: [edit('modules/accounts/sessions/open-session.ts', 'await deleteLoginPass(db, userId);', '')],
    tests: ['server/modules/accounts/code-purposes.test.ts', 'server/modules/accounts/sessions.test.ts'],
    project: 'embedded',
  },
  {
    name: 'session-end',
    removes: 'logging out ends the session on the server',
    edits: [edit('modules/accounts/manage-sessions.ts', 'await deleteSessions(db, { userId, only: sessionId });', '')],
    tests: ['server/modules/accounts/sessions.test.ts', 'server/http/rest/account-paths.test.ts'],
    project: 'embedded',
  },
  {
    name: 'session-idle',
    removes: 'an idle session ends',
    edits: [edit('modules/accounts/sessions/queries.ts', "gt(sessions.idleEndsAt, sql.placeholder('now')),", '')],
    tests: ['server/modules/accounts/sessions.test.ts'],
    project: 'embedded',
  },
  {
    name: 'password-limit',
    removes: 'wrong passwords are counted',
    edits: [edit('modules/accounts/verify-credentials.ts', "['wrongPassword', email, clientAddress],", '')],
    tests: ['server/modules/accounts/guessing-passwords.test.ts'],
    project: 'embedded',
  },
  {
    name: 'dummy-hash',
    removes: 'an unknown email costs the same work as a known one',
    edits: [
      edit(
        'modules/accounts/passwords.ts',
        'placeholderHash ??= hashPassword(',
        'if (passwordHash === null) return false;\n      placeholderHash ??= hashPassword(',
      ),
    ],
    tests: ['server/modules/accounts/alike.test.ts'],
    project: 'postgres',
  },
  {
    name: 'forwarded-for',
    removes: 'X-Forwarded-For is believed only from our own proxies',
    edits: [edit('http/client-address.ts', 'while (isTrusted(client) && chain.length > 0)', 'while (chain.length > 0)')],
    tests: ['server/http/client-address.test.ts', 'server/modules/accounts/guessing-passwords.test.ts'],
    project: 'embedded',
  },
  {
    name: 'ipv4-in-ipv6',
    removes: 'an IPv4 client counts as itself however its address is written',
    edits: [
      edit(
        'http/client-address.ts',
        "if (!IPV4_PREFIXES.includes(groups.slice(0, 6).join(':'))) return address;",
        'return address;',
      ),
    ],
    tests: ['server/http/client-address.test.ts'],
    project: 'embedded',
  },
  {
    name: 'demo-host',
    removes: 'the demo listens only on its own machine',
    edits: [edit('config.ts', "HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0')", "HOST ?? '0.0.0.0'")],
    tests: ['server/demo/listening.test.ts'],
    project: 'embedded',
  },
  {
    name: 'signup-replacement',
    removes: 'the holder of the token may replace an account made without it',
    edits: [edit('modules/accounts/claim-signup-proof.ts', 'signupToken ? null : userId', 'null')],
    tests: ['server/modules/farms/signup-theft.test.ts'],
    project: 'embedded',
  },
  {
    name: 'first-login',
    removes: 'no signup replaces an account after its first login',
    edits: [edit('modules/accounts/confirm-code.ts', 'await endReplacement(db, account.id);', '')],
    tests: ['server/modules/farms/signup-theft.test.ts'],
    project: 'embedded',
  },
  {
    name: 'stream-end',
    removes: 'a stream ends with its session',
    edits: [edit('modules/trade/order-changes.ts', 'else if (isEnded(stream, announced.ended)) end(stream);', '')],
    tests: ['server/modules/accounts/streams.test.ts'],
    project: 'embedded',
  },
  {
    name: 'stream-session',
    removes: 'a stream that opens while its session ends is closed',
    edits: [edit('modules/trade/order-changes.ts', 'if (!(await isSessionOpen())) return;', '')],
    tests: ['server/modules/accounts/streams.test.ts'],
    project: 'embedded',
  },
  {
    name: 'unverified-signups',
    removes: 'signups that nobody verified are deleted',
    edits: [edit('db/prune.ts', 'await pruneSignups(db, now);', '')],
    tests: ['server/modules/accounts/unverified-signups.test.ts'],
    project: 'embedded',
  },
  {
    name: 'own-words',
    removes: 'reasons that a deleted person wrote are deleted too',
    edits: [edit('modules/privacy/trade-queries.ts', '.set({ reason: null })', '.set({ subject: sql`subject` })')],
    tests: ['server/modules/privacy/own-words.test.ts'],
    project: 'embedded',
  },
  {
    name: 'reset-ends-lockout',
    removes: 'a reset forgets the wrong passwords before it',
    edits: [
      edit(
        'modules/accounts/reset-password.ts',
        "await rateLimits.clear(tx, ['wrongPassword', 'wrongPasswordAnywhere', 'wrongPasswordOfDevice'], loginName(account));",
        '',
      ),
    ],
    tests: ['server/modules/accounts/lockout.test.ts'],
    project: 'embedded',
  },
  {
    name: 'device-of-account',
    removes: 'a device token counts only for the accounts that logged in on the device',
    edits: [
      edit(
        'modules/accounts/sessions/device-queries.ts',
        'and(eq(knownDevices.tokenHash, tokenHash), eq(users.email, email))',
        'eq(knownDevices.tokenHash, tokenHash)',
      ),
    ],
    tests: ['server/modules/accounts/lockout.test.ts'],
    project: 'embedded',
  },
  {
    name: 'inbox-owner',
    removes: 'only its reader makes a notice read',
    edits: [
      edit(
        'modules/notifications/notices/queries.ts',
        'and(eq(notices.userId, userId), isNull(notices.readAt), lte(notices.id, upTo))',
        'and(isNull(notices.readAt), lte(notices.id, upTo))',
      ),
    ],
    tests: ['server/modules/notifications/inbox.test.ts'],
    project: 'embedded',
  },
  {
    name: 'push-endpoint',
    removes: 'notifications go to known push services alone',
    edits: [
      edit(
        'modules/notifications/push-devices.ts',
        "if (!webPush.isKnownService(endpoint)) throw new AppError('PUSH_ENDPOINT_REFUSED', { field: 'endpoint' });",
        '',
      ),
    ],
    tests: ['server/modules/notifications/push-input.test.ts'],
    project: 'embedded',
  },
  {
    name: 'message-media-reader',
    removes: 'only the two of a conversation open its photos and voice notes',
    edits: [
      edit(
        'modules/messages/media/queries.ts',
        'eq(conversations.id, conversationId), isReaders)',
        'eq(conversations.id, conversationId))',
      ),
    ],
    tests: ['server/http/rest/strangers.test.ts', 'server/modules/messages/message-media.test.ts'],
    project: 'embedded',
  },
  {
    name: 'message-media-sweep',
    removes: 'the sweep leaves the files of messages alone',
    edits: [
      edit(
        'modules/photos/storage/queries.ts',
        'inArray(messageMedia.contentHash, contentHashes)',
        'isNull(messageMedia.contentHash)',
      ),
    ],
    tests: ['server/modules/messages/message-media.test.ts'],
    project: 'embedded',
  },
];
