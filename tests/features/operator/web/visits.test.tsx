import { onlineManager } from '@tanstack/react-query';
import { VisitsTab } from '#operator/web/visits/visits-tab.tsx';
import {
  givenBrowser,
  press,
  renderScreen,
  screen,
  waitFor,
} from '#tests/setup/web/render-screen.tsx';

const farm = (userId: number, name: string, latitude: number) => ({
  userId,
  farm: name,
  latitude,
  longitude: 36.9,
  isProvisional: false,
  isGpsDoubtful: false,
});
const farms = [farm(1, 'Far farm', -1.5), farm(2, 'Near farm', -0.41)];

const me = { name: 'amina', role: 'support', displayName: null };
const measured = { latitude: -0.4169, longitude: 36.951, accuracy: 8 };

const show = (listed = farms) =>
  renderScreen(<VisitsTab />, {
    'desk.entry.me': () => me,
    'desk.cases.visits': () => listed,
  });
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

function standAtTheFarm() {
  const geolocation = {
    getCurrentPosition: (done: (position: unknown) => void) =>
      done({ coords: measured, timestamp: Date.now() }),
  };
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
}

givenBrowser();
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'geolocation');
});

test("the officer's list of farms asks with the position once it is measured", async () => {
  standAtTheFarm();
  const { user, calls } = await show();
  await screen.findByText('Near farm');
  await press(user, 'Nearest first');
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'desk.cases.visits',
      input: { position: expect.objectContaining({ latitude: measured.latitude }) },
    }),
  );
  await waitFor(() => expect(names()[0]).toContain('Near farm'));
});

test("the officer's list of farms stays, sorted, if the position is measured offline", async () => {
  standAtTheFarm();
  const { user, calls } = await show();
  await screen.findByText('Near farm');
  expect(names()[0]).toContain('Far farm');
  const before = calls.length;
  onlineManager.setOnline(false);
  await press(user, 'Nearest first');
  await waitFor(() => expect(names()[0]).toContain('Near farm'));
  expect(calls).toHaveLength(before);
});

test("the officer's list of farms does not go back to an older list if the position is measured offline", async () => {
  standAtTheFarm();
  const { unmount } = await show();
  await screen.findByText('Far farm');
  unmount();
  const { user } = await show(farms.slice(1));
  await waitFor(() => expect(screen.queryByText('Far farm')).toBeNull());
  onlineManager.setOnline(false);
  await press(user, 'Nearest first');
  await waitFor(() => expect(names()[0]).toMatch(/km$/));
  expect(screen.queryByText('Far farm')).toBeNull();
});

test("the officer's list of farms is there when the tab is opened again offline", async () => {
  const { unmount } = await show();
  await screen.findByText('Near farm');
  unmount();
  onlineManager.setOnline(false);
  const { calls } = await show();
  await screen.findByText('Near farm');
  expect(calls.filter(({ path }) => path === 'desk.cases.visits')).toEqual([]);
});
