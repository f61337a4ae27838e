import { colours } from './paper.ts';

/** What a phone needs to put SokoShamba on its home screen. */
export const webManifest = {
  name: 'SokoShamba',
  short_name: 'SokoShamba',
  description: 'Kenyan farmers and buyers, face to face: verified farms, fresh stock, fair prices, paid by mobile money.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: colours.paper,
  theme_color: colours.leaf,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
} as const;
