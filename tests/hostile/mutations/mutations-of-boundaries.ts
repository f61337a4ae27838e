import { edit, type Mutation } from './mutation.ts';

/** Guards at the server's boundaries: uploads, mails, headers, the proxy, the database. */
export const mutationsOfBoundaries: Mutation[] = [
  {
    name: 'exif',
    removes: 'a photo is re-encoded',
    edits: [
      edit(
        'features/photos/server/pictures/encode-picture.ts',
        'bytes: await pixels().jpeg(JPEG).toBuffer() });',
        'bytes: size === LARGEST ? original : await pixels().jpeg(JPEG).toBuffer() });',
      ),
    ],
    tests: ['features/photos/store-photo.test.ts'],
    project: 'embedded',
  },
  {
    name: 'original',
    removes: 'an original is deleted once its photo is encoded',
    edits: [
      edit(
        'features/photos/server/encode-waiting-photo.ts',
        '  await deleteUnneededFiles(db, photo.contentHash, photoStore);\n',
        '',
      ),
    ],
    tests: ['features/photos/waiting-photos.test.ts'],
    project: 'embedded',
  },
  {
    name: 'original-name',
    removes: 'the public path serves no originals',
    edits: [edit('app/server/rest/photos.ts', 'NAME.exec(name)?.[1]', '/^([0-9a-f]{64})/.exec(name)?.[1]')],
    tests: ['features/photos/waiting-photos.test.ts'],
    project: 'embedded',
  },
  {
    name: 'pixels',
    removes: 'a picture that declares too many pixels is refused before decoding',
    edits: [
      edit(
        'features/photos/server/pictures/encode-picture.ts',
        "if (width * height > PHOTO_PIXELS_MAX) throw new AppError('PHOTO_TOO_MANY_PIXELS', { field: 'photos' });",
        '',
      ),
    ],
    tests: ['features/photos/store-photo.test.ts'],
    project: 'embedded',
  },
  {
    name: 'file-type',
    removes: 'a picture must be what its name says',
    edits: [
      edit(
        'features/photos/server/pictures/recognize-picture.ts',
        'if (!type || claims.some((claim) => claim !== type) || (await isForeign(bytes)))',
        'if (!type)',
      ),
    ],
    tests: ['features/photos/store-photo.test.ts'],
    project: 'embedded',
  },
  {
    name: 'folder-lock',
    removes: 'the embedded database is locked to one process',
    edits: [edit('platform/server/db/folder-lock.ts', 'if (others.length === 0) return unlock;', 'return unlock;')],
    tests: ['platform/server/db/folder-lock.test.ts'],
    project: 'embedded',
  },
  {
    name: 'row-counter',
    removes: "a result's rows are collected one by one, not in the driver's own array",
    edits: [
      edit(
        'platform/server/db/open-pool.ts',
        "(rowsAs === 'arrays' ? pending.values() : pending).forEach((row: unknown) => void rows.push(row));",
        "(rowsAs === 'arrays' ? pending.values() : pending).then((all) => { for (let at = 0; at < all.length; at += 1) rows.push(all[at]); });",
      ),
    ],
    tests: ['platform/server/db/failed-statements.test.ts'],
    named: 'E50',
    project: 'postgres',
  },
  {
    name: 'mail-address',
    removes: 'an address is never read as a list of them',
    edits: [edit('platform/server/adapters/smtp-mailer.ts', "to: { name: '', address: to }", 'to')],
    tests: ['platform/server/adapters/smtp-mailer.test.ts'],
    named: 'C23',
    project: 'embedded',
  },
  {
    name: 'csp',
    removes: 'the content security policy',
    edits: [edit('app.ts', 'defaultSrc: ["\'self\'"],', '')],
    tests: ['app/rest/headers.test.ts'],
    project: 'embedded',
  },
  {
    name: 'no-store',
    removes: 'answers may not be cached by others',
    edits: [edit('app/server/http/request-context.ts', "c.res.headers.set('Cache-Control', 'no-store');", '')],
    tests: ['app/rest/headers.test.ts'],
    project: 'embedded',
  },
  {
    name: 'token-in-log',
    removes: 'callback tokens stay out of the log',
    edits: [edit('app/server/http/request-context.ts', 'path: loggedPath(c.req.path)', 'path: c.req.path')],
    tests: ['features/orders/payments/callbacks.test.ts', 'hostile/logged-secrets.test.ts'],
    project: 'embedded',
  },
  {
    name: 'body-limit',
    removes: 'a body that is too large is refused',
    edits: [
      edit('app.ts', "c.req.method === 'GET' || isUpload(c) || isKnownToBeShort(c) ? next() : limit(c, next)", 'limit && next()'),
    ],
    tests: ['app/rest/bad-requests.test.ts', 'features/accounts/passwords.test.ts', 'app/rest/headers.test.ts'],
    project: 'embedded',
  },
  {
    name: 'batch-limit',
    removes: 'a batch of procedures has a limit',
    edits: [edit('app.ts', 'maxBatchSize: RPC_BATCH_MAX,', 'maxBatchSize: RPC_BATCH_MAX * 1000,')],
    tests: ['features/accounts/guessing.test.ts'],
    project: 'embedded',
  },
  {
    name: 'deadlines',
    removes: 'waiting for a database that does not answer ends',
    edits: [edit('platform/server/db/deadlines.ts', '    }, milliseconds);', '    }, 1000 * milliseconds);')],
    tests: ['hostile/faults/postgres-outage.test.ts'],
    project: 'postgres',
  },
  {
    name: 'operator-proof',
    removes: 'the proof of an operator must be a plain file of their own that contains the name given to this connection',
    edits: [
      edit(
        'features/operator/server/peer-proof.ts',
        "isPlain && size === nonce.length && readFileSync(file, 'latin1') === nonce ? uid : null",
        'uid',
      ),
    ],
    tests: ['features/operator/socket.test.ts'],
    named: 'B72',
    project: 'embedded',
  },
  {
    name: 'operator-key',
    removes: "a command needs an operator's key where operators have keys",
    edits: [edit('platform/server/operator-keys.ts', 'isSameHash(keyHash, hash)', 'keyHash.length === hash.length')],
    tests: ['features/operator/socket.test.ts'],
    named: 'B72',
    project: 'embedded',
  },
  {
    name: 'stop-delay',
    removes: 'the listener stays open for a moment after SIGTERM',
    edits: [edit('platform/server/http/stop-on-signals.ts', 'await pause(delayMilliseconds);', '')],
    tests: ['hostile/faults/restarts.test.ts'],
    project: 'postgres',
  },
  {
    name: 'stopping-is-not-ready',
    removes: 'a server that is stopping tells the proxy so',
    edits: [edit('app/server/http/health.ts', "if (stopping?.aborted) return c.json({ status: 'stopping' }, 503);", '')],
    tests: ['hostile/faults/restarts.test.ts'],
    project: 'postgres',
  },
  {
    name: 'proxy-check',
    removes: 'the proxy keeps a server whose database is away',
    edits: [{ file: 'deploy/Caddyfile', find: 'health_uri /readyz?exclude=database', put: 'health_uri /readyz' }],
    tests: ['hostile/faults/proxy-outage.test.ts'],
    project: 'postgres',
  },
];
