import { alarmOwner } from '#accounts/server/alarm-owner.ts';
import { rememberLiveDatabase } from '#server/live-database.ts';
import { putInOutbox } from '#server/outbox.ts';
import {
  advance,
  DAY,
  db,
  deskOf,
  doneActions,
  givenMarket,
  mailbox,
  makeBuyer,
  market,
  now,
  operate,
  refused,
  rowsOf,
  runOutbox,
  START,
  services,
  sql,
} from '#tests/setup/in-market.ts';

const put = async (userId: number) =>
  putInOutbox(db, alarmOwner('passwordChanged', { userId }), now());
const heldNow = async () => (await deskOf()).server();
const ids = async () =>
  (await rowsOf(sql`select id from outbox_messages order by id`)).map(({ id }) => id);

/** The mail server was down for a day, and has just come back. */
givenMarket();
beforeEach(async () => {
  await rememberLiveDatabase(db, services);
  const { id } = await makeBuyer();
  mailbox.length = 0;
  market.outage.mail = true;
  for (let letter = 0; letter < 2; letter++) await put(id);
  await runOutbox();
  advance(DAY);
  await put(id);
  market.outage.mail = false;
  await runOutbox();
});

test('day-old letters are held, and listed with what they are about; newer ones go out', async () => {
  expect(mailbox).toHaveLength(1);
  advance(3600);
  await runOutbox();
  expect(mailbox).toHaveLength(1);
  const [first, second] = await ids();
  const kind = 'passwordChanged';
  expect(await heldNow()).toMatchObject({
    heldCount: 2,
    held: [
      { id: first, kind, payload: { userId: expect.any(Number) }, createdAt: START },
      { id: second },
    ],
  });
});

test('day-old letters go out once the operator releases them, one or all, with the reason in the log', async () => {
  const [first] = await ids();
  const release = async (message: number | 'all', reason: string) => {
    await operate('releaseMessages', { message, reason });
    await runOutbox();
    return mailbox.length;
  };
  await expect(release(Number(first), '')).rejects.toThrow();
  expect(await release(Number(first), 'Still true')).toBe(2);
  expect(await release('all', 'All of them')).toBe(3);
  expect(await doneActions()).toMatchObject([
    { action: 'outgoing release', details: { message: first, reason: 'Still true', number: 1 } },
    { action: 'outgoing release', details: { message: 'all', number: 1 } },
  ]);
});

test('day-old letters never go out if the operator drops them', async () => {
  const drop = () => operate('dropMessages', { message: 'all', reason: 'Too late' });
  await drop();
  await runOutbox();
  expect(mailbox).toHaveLength(1);
  expect(await ids()).toEqual([]);
  await refused(drop(), 'DESK_REFUSED');
});

test('day-old letters lapse three days after their event', async () => {
  advance(2 * DAY);
  expect(await heldNow()).toMatchObject({ heldCount: 0, held: [] });
});
