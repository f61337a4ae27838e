import { useState } from 'react';
import { LocationPicker } from '#places/web/location-picker.tsx';
import type { PickedLocation } from '#places/web/use-picked-location.ts';
import { act, givenBrowser, press, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';

const coords = { latitude: -1.2864, longitude: 36.8172, accuracy: 8 };
const place = {
  display_name: 'Moi Avenue, Starehe, Nairobi',
  address: { county: 'Nairobi', state_district: 'Starehe' },
};

function Steps() {
  const [value, setValue] = useState<PickedLocation | null>(null);
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      {isOpen && <LocationPicker value={value} onChange={setValue} />}
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Another step
      </button>
    </>
  );
}

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const shown = () => ['County', 'Sub-county', 'Address'].map((label) => fieldOf(label).value);

givenBrowser();
let answers: ((response: Response) => void)[];

beforeEach(() => {
  answers = [];
  vi.stubGlobal('isSecureContext', true);
  const fetched = (url: unknown) =>
    new Promise((resolve) => String(url).includes('places.reverse') && answers.push(resolve));
  vi.stubGlobal('fetch', fetched);
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: (found: (at: object) => void) => found({ coords }) },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'geolocation');
});

async function answer(degraded = false) {
  await expect.poll(() => answers).toHaveLength(1);
  const response = Response.json([{ result: { data: { place, degraded } } }]);
  await act(async () => answers.pop()?.(response));
}

async function locate() {
  const { user } = await renderScreen(<Steps />);
  await press(user, 'Get My Location');
  await screen.findByText(/Location verified/);
  return user;
}

test('an address that is found late fills the empty fields, and keeps what was typed during the lookup', async () => {
  const user = await locate();
  await user.type(fieldOf('Address'), 'Behind the old mill');
  await answer();
  await expect.poll(() => shown()).toEqual(['Nairobi', 'Starehe', 'Behind the old mill']);
});

test('an address that is found late does not fill a field that was typed in and emptied during the lookup', async () => {
  const user = await locate();
  await answer();
  await expect.poll(() => fieldOf('Address').value).toBe(place.display_name);
  await press(user, 'Update my location');
  await screen.findByText('Looking up the address…');
  await user.clear(fieldOf('Address'));
  await user.clear(fieldOf('Sub-county'));
  await user.type(fieldOf('Sub-county'), 'Kamukunji');
  await answer(true);
  await screen.findByText(/our own list/);
  expect(shown()).toEqual(['Nairobi', 'Kamukunji', '']);
});

test('an address that is found late keeps what was typed after its picker was closed and opened again', async () => {
  const user = await locate();
  const otherStep = screen.getByRole('button', { name: 'Another step' });
  await user.click(otherStep);
  await user.click(otherStep);
  await user.type(fieldOf('Address'), 'Behind the old mill');
  await answer();
  await expect.poll(() => shown()).toEqual(['Nairobi', 'Starehe', 'Behind the old mill']);
});

test('an address that is found late fills the fields of a picker that was closed meanwhile', async () => {
  const user = await locate();
  const otherStep = screen.getByRole('button', { name: 'Another step' });
  await user.click(otherStep);
  await answer();
  await user.click(otherStep);
  expect(shown()).toEqual(['Nairobi', 'Starehe', place.display_name]);
});
