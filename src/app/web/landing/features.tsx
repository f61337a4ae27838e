import { m } from '#text';
import { classNames } from '#ui/elements.tsx';
import { Container } from '#web/page-frame.tsx';

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

const crops = ['tomato', 'maize', 'avocado', 'potato', 'kale', 'beans'];

export function Features() {
  return (
    <Section id="features" title={m.featuresTitle()}>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 sm:gap-4 md:mt-8 lg:grid-cols-6 lg:gap-5">
        <li className="flex flex-col overflow-hidden rounded-card bg-forest text-white sm:col-span-2 lg:col-span-4 lg:flex-row">
          <div className="flex-1 px-4 py-3 sm:p-8 lg:self-center">
            <h3 className="font-bold text-lg sm:text-2xl">{m.featureDirectTitle()}</h3>
            <p className="mt-1 max-w-[28em] text-sm text-white/90 sm:mt-3 sm:text-lg">
              {m.featureDirectText()}
            </p>
          </div>
          <CropTiles />
        </li>
        <Feature
          icon="money"
          title={m.featureMoneyTitle()}
          text={m.featureMoneyText()}
          className="bg-maize-soft lg:col-span-2"
        />
        <Feature
          icon="verified"
          title={m.featureVerifiedTitle()}
          text={m.featureVerifiedText()}
          className="lg:col-span-2"
        />
        <Feature
          icon="insights"
          title={m.featureInsightsTitle()}
          text={m.featureInsightsText()}
          className="lg:col-span-2"
        />
        <Feature
          icon="community"
          title={m.featureCommunityTitle()}
          text={m.featureCommunityText()}
          className="lg:col-span-2"
        />
      </ul>
    </Section>
  );
}

type FeatureProps = {
  icon: Parameters<typeof FeatureIcon>[0]['name'];
  title: string;
  text: string;
  className: string;
};

function Feature({ icon, title, text, className }: FeatureProps) {
  return (
    <li
      className={classNames(
        'flex gap-3 rounded-card border border-line bg-card px-4 py-3 sm:block sm:p-6',
        className,
      )}
    >
      <FeatureIcon name={icon} />
      <div>
        <h3 className="font-bold text-lg leading-tight sm:mt-5 sm:text-xl">{title}</h3>
        <p className="mt-1 text-muted text-sm sm:mt-2 sm:text-base">{text}</p>
      </div>
    </li>
  );
}

function CropTiles() {
  return (
    <div
      aria-hidden="true"
      className="grid shrink-0 grid-cols-6 self-stretch max-sm:hidden lg:w-72 lg:grid-cols-2"
    >
      {crops.map((crop) => (
        <img
          key={crop}
          src={`/art/crops/${crop}.svg`}
          alt=""
          width="120"
          height="90"
          loading="lazy"
          className="cover"
        />
      ))}
    </div>
  );
}

/** Always on a light tile, so that one drawing works in both colour schemes. */
function FeatureIcon({ name }: { name: keyof typeof icons }) {
  const { ground, shape, accent } = icons[name];
  return (
    <svg aria-hidden="true" viewBox="-8 -8 64 64" className="size-11 shrink-0 sm:size-16">
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

type SectionProps = {
  id: string;
  title: string;
  className?: string;
  children: React.ReactNode;
};

export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={classNames('py-6 md:py-16', className)}
    >
      <Container>
        <h2 id={`${id}-title`} className="max-w-[20em] font-extrabold text-2xl md:text-3xl">
          {title}
        </h2>
        {children}
      </Container>
    </section>
  );
}
