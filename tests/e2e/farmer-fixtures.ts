import { test as base } from './fixtures.ts';
import { FarmerDashboardPage } from './pages/farmer-dashboard-page.ts';

export const maize = {
  name: 'Dry maize',
  category: 'Cereals',
  quantity: 120,
  unit: 'bags',
  price: 3600,
};
export const beans = {
  name: 'Rosecoco beans',
  category: 'Legumes',
  quantity: 8,
  unit: 'kg',
  price: 145.5,
};

const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
/** With another product they are ten, from which on there are searches and files. */
export const many = [
  beans,
  ...Array.from({ length: 8 }, (_, at) => ({ ...beans, name: `Cow peas ${at + 1}` })),
];

export const PHONE = {
  userAgent: ANDROID,
  hasTouch: true,
  isMobile: true,
  viewport: { width: 360, height: 800 },
};

/** A fake camera that works in any browser: a red canvas that is repainted repeatedly. */
export function fakeCamera() {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const paint = canvas.getContext('2d');
    setInterval(() => {
      if (paint) paint.fillStyle = Date.now() % 2 ? '#a8432f' : '#aa4530';
      paint?.fillRect(0, 0, 1280, 720);
    }, 50);
    return canvas.captureStream(20);
  };
}

type Fixtures = {
  farm: FarmerDashboardPage;
  token: string;
};

export const test = base.extend<Fixtures>({
  farm: async ({ page }, use) => use(new FarmerDashboardPage(page)),
  token: async ({ farmer }, use) => use(farmer.token),
});
