import { farms } from '#farms/server/tables.ts';
import type { VisitInput } from '#operator/rules/desk-input.ts';
import { operatorActions } from '#operator/server/tables.ts';
import { sweepPhotos } from '#photos/server/feature.ts';
import {
  advance,
  and,
  caller,
  countRows,
  db,
  eq,
  type Farm,
  givenMarket,
  makeFarm,
  makeJpeg,
  makeOperator,
  outcomeOf,
  refused,
  START,
  services,
  setFarm,
  sql,
} from '#tests/setup/in-market.ts';

const reason = 'Maize in the store, met the farmer';
const minutesBefore = (moment: Date, minutes: number) =>
  new Date(moment.getTime() - minutes * 60_000).toISOString();
let farm: Farm;
let token: string;
givenMarket();
beforeEach(async () => {
  farm = await makeFarm();
  token = (await makeOperator({ name: 'amina', role: 'support' })).token;
});
const desk = (by = token) => caller({ token: by }).desk;
const visit = (input: Partial<VisitInput> = {}) =>
  desk().do.visited({ input: { account: farm.id, reason, ...input } });
const shownFarm = () => caller().market.farm({ farmId: farm.id });
const stored = async () => (await db.select().from(farms).where(eq(farms.userId, farm.id)))[0];
const detailsOf = (outcome: 'done' | 'refused') =>
  db
    .select({ details: operatorActions.details })
    .from(operatorActions)
    .where(and(eq(operatorActions.action, 'visited'), eq(operatorActions.outcome, outcome)));
const photo = async () => (await makeJpeg()).toString('base64');

test("the farm's page names the visitor as they chose, or not at all", async () => {
  await visit();
  expect(await shownFarm()).toMatchObject({ farmVisitedAt: START, farmVisitedBy: null });
  await desk().do.chooseDisplayName({ input: { displayName: 'Amina W.' } });
  advance(60);
  await visit();
  expect(await shownFarm()).toMatchObject({ farmVisitedBy: 'Amina W.' });
  await desk().do.unvisited({ input: { account: farm.id, reason } });
  expect(await shownFarm()).toMatchObject({ farmVisitedAt: null, farmVisitedBy: null });
});

test('the photo is private, a look at it is logged, and the sweep keeps it', async () => {
  await visit({ photo: await photo() });
  const parts = Array.from({ length: 256 }, (_, part) => part);
  advance(2 * 24 * 3600);
  token = (await makeOperator({ name: 'juma', role: 'reader' })).token;
  await sweepPhotos(db, { parts }, services);
  const { jpeg } = await desk().cases.visitPhoto({ id: farm.id });
  expect(Buffer.from(jpeg ?? '', 'base64').toString('hex')).toMatch(/^ffd8ff/);
  const looks = await db
    .select({ details: operatorActions.details })
    .from(operatorActions)
    .where(eq(operatorActions.action, 'visit photo'));
  expect(looks).toEqual([{ details: { accountId: farm.id } }]);
  const [row] = await detailsOf('done');
  expect(row?.details).toEqual({
    account: farm.id,
    reason,
    photoSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('the photo goes with the account', async () => {
  await visit({ photo: await photo() });
  expect(await countRows('visit_photos')).toBe(1);
  await db.execute(sql`delete from users where id = ${farm.id}`);
  expect(await countRows('visit_photos')).toBe(0);
});

const sentLater = minutesBefore(START, 90);
test.each([
  ['counts from when it was, also if it is sent later', sentLater, sentLater],
  ['of tomorrow counts from now', minutesBefore(START, -24 * 60), START.toISOString()],
  ['of a year ago counts from now', minutesBefore(START, 365 * 24 * 60), START.toISOString()],
])('a visit %s', async (_, at, counted) => {
  await visit({ at });
  expect((await stored())?.visitedAt?.toISOString()).toBe(counted);
});

test('a visit that arrives twice is recorded once, with one photo', async () => {
  const input = { at: minutesBefore(START, 5), photo: await photo() };
  await visit(input);
  await refused(visit(input), 'VISIT_KNOWN');
  expect(await countRows('visit_photos')).toBe(1);
  expect([(await detailsOf('done')).length, (await detailsOf('refused')).length]).toEqual([1, 1]);
});

test('a visit that arrives after a later one changes nothing', async () => {
  await visit({ at: minutesBefore(START, 5) });
  await refused(visit({ at: minutesBefore(START, 60) }), 'DESK_REFUSED');
  expect((await stored())?.visitedAt?.toISOString()).toBe(minutesBefore(START, 5));
});

test('a farm that was moved after the page was loaded was not visited', async () => {
  const before = await stored();
  const pin = { latitude: before?.latitude ?? 0, longitude: before?.longitude ?? 0 };
  await setFarm(farm.id, { latitude: pin.latitude + 0.01 });
  await refused(visit({ pin }), 'DESK_REFUSED');
  expect((await stored())?.visitedAt).toBeNull();
});

test('the pin moves to where the officer stood, if asked', async () => {
  await setFarm(farm.id, { isPositionProvisional: true });
  const { latitude = 0, longitude = 0 } = (await stored()) ?? {};
  const position = { latitude: latitude + 0.002, longitude };
  const fix = { ...position, accuracy: 6, takenAt: START.toISOString() };
  await visit({ pin: { latitude, longitude }, fix, position });
  expect(await stored()).toMatchObject({ ...position, isPositionProvisional: false });
  expect((await detailsOf('done'))[0]?.details).toMatchObject({ fix });
});

test('a broken photo refuses the visit, with a row in the log', async () => {
  const broken = Buffer.from('This is no picture').toString('base64');
  expect(await outcomeOf(visit({ photo: broken }))).not.toBe('accepted');
  expect((await stored())?.visitedAt).toBeNull();
  expect(await detailsOf('refused')).toHaveLength(1);
});

test('a role that may not visit does not get its photo read', async () => {
  token = (await makeOperator({ name: 'juma', role: 'finance' })).token;
  const broken = Buffer.from('This is no picture').toString('base64');
  await refused(visit({ photo: broken }), 'DESK_REFUSED');
});
