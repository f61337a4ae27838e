/** Icons for four features: a shield on a pin, rising prices, two people, a phone that pays. */
const icons = {
  verified: {
    ground: '#e4f0e3',
    shape: 'M24 6c-7.2 0-13 5.6-13 12.6C11 28 24 42 24 42s13-14 13-23.4C37 11.600 31.200 6 24 6Z',
    accent: 'm18 18.500 4.300 4.300 8-8.600',
  },
  insights: {
    ground: '#fbeccb',
    shape: 'M8 40V28h8v12H8Zm12 0V20h8v20h-8Zm12 0V12h8v28h-8Z',
    accent: 'm8 18 10-8 7 4L38 4',
  },
  community: {
    ground: '#fae4dc',
    shape:
      'M16 22a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm17 1a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM4 40c0-8 5-13 12-13s12 5 12 13H4Zm27.500 0c0-4.500-1.200-8-3.300-11 1.400-.7 3-1 4.800-1 6.500 0 11 4.500 11 12H31.500Z',
    accent: '',
  },
  money: {
    ground: '#fffdf8',
    shape: 'M14 4h20a3 3 0 0 1 3 3v34a3 3 0 0 1-3 3H14a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Z',
    accent: 'm18 23 4.500 4.500L31 18',
  },
} as const;

/** Always on a light tile, so that one drawing works in both colour schemes. */
export function FeatureIcon({ name }: { name: keyof typeof icons }) {
  const { ground, shape, accent } = icons[name];
  return (
    <svg aria-hidden="true" viewBox="-8 -8 64 64" className="size-16">
      <rect x="-8" y="-8" width="64" height="64" rx="18" fill={ground} />
      <path d={shape} fill={name === 'community' ? '#a8432f' : '#1f6b43'} />
      <path
        d={accent}
        fill="none"
        stroke="#f2b134"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
