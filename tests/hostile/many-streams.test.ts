import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { STREAMS_MAX } from '#orders/server/order-changes.ts';
import { createToken, sha256 } from '#server/hashes.ts';
import { db, givenMarket, isOnPostgres, report, sql } from '#tests/setup/in-market.ts';
import { loadedTrees, startServerProcess } from './parts/server-process.ts';

const STREAMS = Number(process.env.HOSTILE_STREAMS ?? 1500);
const PER_PERSON = 20;
const ADDRESSES = 50;
const AT_ONCE = 20;
/**
 * As on a small machine. With gigabytes to spare, Node leaves closed streams uncollected for long.
 */
const HEAP_MEGABYTES = 256;
const GROWTH_MAX_MEGABYTES = 250;

describe.runIf(isOnPostgres)('E126: live streams of a thousand sessions', () => {
  describe.each(loadedTrees)('$label', (tree) => {
    let server: Awaited<ReturnType<typeof startServerProcess>>;
    const open = new Set<ClientRequest>();
    givenMarket();
    beforeEach(async () => {
      server = await startServerProcess(
        { TRUSTED_PROXIES: '127.0.0.1', NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` },
        tree,
      );
    }, 60_000);
    afterEach(async () => {
      for (const stream of open) stream.destroy();
      await server?.stop();
    });

    async function openSessions(): Promise<string[]> {
      const tokens = Array.from({ length: STREAMS }, createToken);
      const hashes = JSON.stringify(tokens.map(sha256));
      await db.execute(sql`with people as (
          insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
          select 'watcher' || n || '@x.example', 'buyer', 'none', 'Achieng', 'Otieno', '+254722000111', now(), now(), now()
            from generate_series(0, ${Math.ceil(STREAMS / PER_PERSON)}::int) n returning id, email
        )
        insert into sessions (user_id, token_hash, is_remembered, created_at, last_used_at, idle_ends_at, ends_at)
        select people.id, hash, true, now(), now(), now() + interval '30 days', now() + interval '30 days'
          from jsonb_array_elements_text(${hashes}::jsonb) with ordinality as hashes(hash, n)
          join people on people.email = 'watcher' || ((n - 1) / ${PER_PERSON}::int) || '@x.example'`);
      return tokens;
    }

    async function openStream(token: string, number: number) {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        'x-forwarded-for': `102.${number % ADDRESSES}.0.1`,
      };
      const stream = request(`${server.url}/trpc/buyer.orders.changes`, { agent: false, headers });
      stream.on('error', () => {});
      stream.end();
      const [response] = await once(stream, 'response');
      open.add(stream);
      response.on('close', () => open.delete(stream)).resume();
    }

    test(`${STREAMS} of them from ${ADDRESSES} addresses do not fill the memory`, {
      timeout: 600_000,
    }, async () => {
      const tokens = await openSessions();
      const before = Math.round(server.megabytes());
      let next = 0;
      const openInTurn = async () => {
        for (let number = next++; number < tokens.length; number = next++)
          await openStream(tokens[number] ?? '', number);
      };
      const opening = Promise.all(Array.from({ length: AT_ONCE }, openInTurn));
      if (!tree.isBound && (await opening.catch(() => null)) === null) {
        report(
          'E126',
          `${tree.label}${STREAMS} streams from ${ADDRESSES} addresses: out of memory`,
        );
        return;
      }
      await opening;
      if (tree.isBound)
        await expect.poll(() => open.size, { timeout: 30_000 }).toBeLessThanOrEqual(STREAMS_MAX);
      const after = Math.round(server.megabytes());
      report(
        'E126',
        `${tree.label}${STREAMS} streams from ${ADDRESSES} addresses: ${open.size} stay open, memory from ${before} to ${after} MB`,
      );
      if (tree.isBound) expect(after - before).toBeLessThan(GROWTH_MAX_MEGABYTES);
    });
  });
});
