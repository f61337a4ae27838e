import { desc } from 'drizzle-orm';
import { runCommand } from '#operator/server/run-command.ts';
import { operatorActions } from '#operator/server/tables.ts';
import { liveDatabase } from '#server/tables.ts';
import { makeAuthenticator } from '#tests/setup/authenticator.ts';
import {
  advance,
  caller,
  db,
  givenMarket,
  mailbox,
  makeBuyer,
  makeOperator,
  market,
  type Operator,
  refused,
  requestOf,
  rowsOf,
  runOutbox,
  services,
  sql,
} from '#tests/setup/in-market.ts';

givenMarket();
const REASON = 'She called from the new number';
const lastRow = async () => {
  const rows = db.select().from(operatorActions).orderBy(desc(operatorActions.id));
  return (await rows.limit(1))[0];
};

describe('who counts as the first and the second person', () => {
  let amina: Operator;
  let email: string;
  const desk = (token: string) => caller({ token }).desk;
  beforeEach(async () => {
    ({ email } = await makeBuyer());
  });

  const keys = (...names: string[]) => {
    services.operatorSettings.keyNames = names;
  };
  const typeAs = (operator: string, ...words: string[]) =>
    runCommand(db, { operator, arguments: words }, services);
  const inviteAs = (operator: string) =>
    typeAs(operator, 'invite', 'baraka', '--role', 'lead', '--email', email, '--reason', REASON);
  const requestAtDesk = async (token = amina.token) => {
    const input = { account: email, newNumber: '+254712000999', reason: REASON };
    return requestOf(desk(token).do.newNumber({ input }));
  };
  const numberOf = () => rowsOf(sql`select phone_number from users where email = ${email}`);

  test("without OPERATORS, the system's user is no second person, and no first one", async () => {
    amina = await makeOperator();
    keys();
    const before = await numberOf();
    const requestId = await requestAtDesk();
    const approved = await typeAs('root', 'approve', String(requestId));
    expect(approved).toEqual({ isDone: false, text: expect.stringContaining('OPERATORS') });
    expect(await lastRow()).toMatchObject({ operator: 'root', outcome: 'refused' });
    const invited = await inviteAs('root');
    expect(invited).toEqual({ isDone: false, text: expect.stringContaining('new-key') });
    expect(await numberOf()).toEqual(before);
    expect(await desk(amina.token).requests.list()).toHaveLength(1);
  });

  test('without OPERATORS, the first lead is invited, and what takes one person is done', async () => {
    keys();
    expect((await inviteAs('root')).text).toMatch(/\/desk#[\w-]{43}/);
    await db.delete(liveDatabase);
    expect(await typeAs('root', 'outgoing', 'enable')).toMatchObject({ isDone: true });
  });

  test('a key of somebody without an account is a second person while there is one lead', async () => {
    amina = await makeOperator();
    keys('juma');
    const first = await requestAtDesk();
    expect(await typeAs('juma', 'approve', String(first))).toMatchObject({ isDone: true });
    await makeOperator({ name: 'neema' });
    const second = await requestAtDesk();
    expect(await typeAs('juma', 'approve', String(second))).toMatchObject({
      isDone: false,
      text: expect.stringContaining('no account at the desk'),
    });
    keys('juma', 'neema');
    expect(await typeAs('neema', 'approve', String(second))).toMatchObject({ isDone: true });
  });

  test('a key has the role of its account, and none if that is closed', async () => {
    await makeOperator();
    await makeOperator({ name: 'juma', role: 'reader' });
    keys('Juma');
    expect(await inviteAs('Juma')).toEqual({ isDone: false, text: 'Your role may not do this.' });
    await db.execute(sql`update operators set closed_at = now() where name = 'juma'`);
    expect(await typeAs('Juma', 'log', 'verify')).toMatchObject({
      isDone: false,
      text: 'The account of Juma is closed. Remove the key from OPERATORS.',
    });
  });

  describe('a request is void', () => {
    let neema: typeof amina;
    beforeEach(async () => {
      amina = await makeOperator({ role: 'support' });
      neema = await makeOperator({ name: 'neema' });
    });
    async function expectVoid(requestId: number, name: string) {
      const before = await numberOf();
      await refused(desk(neema.token).requests.approve({ requestId }), 'DESK_REFUSED');
      expect(await numberOf()).toEqual(before);
      expect(await lastRow()).toMatchObject({
        operator: 'neema',
        action: 'approve',
        outcome: 'refused',
        details: { requestId, why: `${name} can no longer do this: the request is void.` },
      });
    }

    const change = (set: string) =>
      db.execute(sql.raw(`update operators set ${set} where name = 'amina'`));

    test.each([
      ['was demoted', () => change("role = 'reader'")],
      ['has a closed account', () => change('closed_at = now()')],
    ])('after its requester %s, until that is undone', async (_, happens) => {
      const requestId = await requestAtDesk();
      await happens();
      await expectVoid(requestId, 'amina');
      await change("role = 'lead', closed_at = null");
      await desk(neema.token).requests.approve({ requestId });
    });

    test("after its requester's key was removed", async () => {
      keys('juma');
      const { text } = await inviteAs('juma');
      const requestId = Number(/approve (\d+)/.exec(text)?.[1]);
      keys();
      await expectVoid(requestId, 'juma');
    });
  });
});

describe("an operator's link", () => {
  const NEW = 'neema@soko.example';
  const LINK = /\/desk#([\w-]{43})/;
  let amina: Awaited<ReturnType<typeof makeOperator>>;
  let juma: typeof amina;
  const desk = (token?: string) => caller(token ? { token } : {}).desk;
  beforeEach(async () => {
    amina = await makeOperator();
    juma = await makeOperator({ name: 'juma' });
  });

  async function invite() {
    const input = { name: 'neema', role: 'lead' as const, email: NEW, reason: 'New here' };
    const requestId = await requestOf(desk(amina.token).do.invite({ input }));
    const shown = await desk(juma.token).requests.list();
    const { said } = await desk(juma.token).requests.approve({ requestId });
    return { shown, said };
  }
  const mailedToken = () => LINK.exec(mailbox.at(-1)?.text ?? '')?.[1] ?? '';

  test('reaches only the mailbox that both people saw, so that neither becomes two people', async () => {
    const { shown, said } = await invite();
    expect(shown).toMatchObject([{ input: { name: 'neema', email: NEW } }]);
    expect(said).not.toMatch(LINK);
    expect(said).toContain(NEW);
    const queued = await rowsOf(sql`select payload from outbox_messages`);
    expect(JSON.stringify(queued)).not.toMatch(/[\w-]{43}/);
    expect(await lastRow()).toMatchObject({ details: { email: NEW, requestedBy: 'amina' } });
    await runOutbox();
    expect(mailbox.map(({ to }) => to)).toEqual([NEW]);
    const token = mailedToken();
    const response = makeAuthenticator().create(await desk().entry.offerPasskey({ token }));
    const { token: session } = await desk().entry.choosePasskey({ token, response });
    expect(await desk(session).entry.me()).toMatchObject({ name: 'neema', role: 'lead' });
  });

  test('is mailed again while the mail server fails, and only the mailed one works', async () => {
    await invite();
    market.outage.mail = true;
    await runOutbox();
    expect(mailbox).toEqual([]);
    market.outage.mail = false;
    advance(3600);
    await runOutbox();
    expect(mailbox).toHaveLength(1);
    expect(await desk().entry.openLink({ token: mailedToken() })).toMatchObject({ name: 'neema' });
  });

  test('is not mailed after the account was closed', async () => {
    await invite();
    const input = { name: 'neema', reason: 'A mistake' };
    const requestId = await requestOf(desk(amina.token).do.closeOperator({ input }));
    await desk(juma.token).requests.approve({ requestId });
    await runOutbox();
    expect(mailbox).toEqual([]);
  });
});
