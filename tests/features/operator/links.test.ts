import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { operatorActions } from '#features/operator/server/tables.ts';
import { makeOperator, requestOf } from '#tests/factories/operators.ts';
import { makeAuthenticator } from '#tests/setup/authenticator.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { rowsOf } from '#tests/setup/rows.ts';

const NEW = 'neema@soko.example';
const LINK = /\/desk#([\w-]{43})/;

describe("an operator's link", () => {
  let market: Market;
  let amina: Awaited<ReturnType<typeof makeOperator>>;
  let juma: typeof amina;
  const desk = (token?: string) => market.caller(token ? { token } : {}).desk;
  beforeEach(async () => {
    market = await makeMarket();
    amina = await makeOperator(market, { name: 'amina' });
    juma = await makeOperator(market, { name: 'juma' });
  });

  /** Amina requests it, and Juma approves it. Returns what both were told. */
  async function invite() {
    const input = { name: 'neema', role: 'lead' as const, email: NEW, reason: 'New here' };
    const requestId = await requestOf(desk(amina.token).do.invite({ input }));
    const shown = await desk(juma.token).requests.list();
    const { said } = await desk(juma.token).requests.approve({ requestId });
    return { requestId, shown, said };
  }
  const mailedToken = () => LINK.exec(market.mailbox.at(-1)?.text ?? '')?.[1] ?? '';

  test('reaches only the mailbox that both people saw, so that neither becomes two people', async () => {
    const { shown, said } = await invite();
    expect(shown).toMatchObject([{ input: { name: 'neema', email: NEW } }]);
    expect(said).not.toMatch(LINK);
    expect(said).toContain(NEW);
    await market.workThroughOutbox();
    expect(market.mailbox.map(({ to }) => to)).toEqual([NEW]);
    const token = mailedToken();
    const response = makeAuthenticator().create(await desk().entry.offerPasskey({ token }));
    const { token: session } = await desk().entry.choosePasskey({ token, response });
    expect(await desk(session).entry.me()).toMatchObject({ name: 'neema', role: 'lead' });
  });

  test('is nowhere in the database, and the log names its mailbox', async () => {
    await invite();
    const queued = await rowsOf(market.db, sql`select payload from outbox_messages`);
    expect(JSON.stringify(queued)).not.toMatch(/[\w-]{43}/);
    const [row] = await market.db
      .select({ details: operatorActions.details, before: operatorActions.before })
      .from(operatorActions)
      .where(eq(operatorActions.outcome, 'done'));
    expect(row).toMatchObject({ details: { email: NEW, requestedBy: 'amina' }, before: null });
  });

  test('is mailed again while the mail server fails, and only the mailed one works', async () => {
    await invite();
    market.outage.mail = true;
    await market.workThroughOutbox();
    expect(market.mailbox).toEqual([]);
    market.outage.mail = false;
    market.advance(3600);
    await market.workThroughOutbox();
    expect(market.mailbox).toHaveLength(1);
    expect(await desk().entry.openLink({ token: mailedToken() })).toMatchObject({ name: 'neema' });
  });

  test('is not mailed after the account was closed', async () => {
    await invite();
    const input = { name: 'neema', reason: 'A mistake' };
    const requestId = await requestOf(desk(amina.token).do.closeOperator({ input }));
    await desk(juma.token).requests.approve({ requestId });
    await market.workThroughOutbox();
    expect(market.mailbox).toEqual([]);
  });

  test('is not requested without a mailbox', async () => {
    const input = { name: 'neema', role: 'lead', reason: 'New here' } as never;
    expect(await outcomeOf(desk(amina.token).do.invite({ input }))).toBe('INVALID_INPUT');
  });
});
