import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { FeatureIcon } from './feature-icon.tsx';
import { Section } from './section.tsx';

const crops = ['tomato', 'maize', 'avocado', 'potato', 'kale', 'beans'];

export function Features() {
  return (
    <Section id="features" title={m.featuresTitle()} lead={m.featuresLead()}>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-6 lg:gap-5">
        <li className="flex flex-col overflow-hidden rounded-card bg-forest text-white sm:col-span-2 lg:col-span-4 lg:flex-row">
          <div className="flex-1 p-6 sm:p-8 lg:self-center">
            <h3 className="font-bold text-2xl">{m.featureDirectTitle()}</h3>
            <p className="mt-3 max-w-[28em] text-lg text-white/90">{m.featureDirectText()}</p>
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
          text={<InsightsText />}
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
  text: ReactNode;
  className: string;
};

function Feature({ icon, title, text, className }: FeatureProps) {
  return (
    <li className={classNames('rounded-card border border-line bg-card p-6', className)}>
      <FeatureIcon name={icon} />
      <h3 className="mt-5 font-bold text-xl">{title}</h3>
      <p className="mt-2 text-muted">{text}</p>
    </li>
  );
}

/** Crops of the market, as decorative pictures. */
function CropTiles() {
  return (
    <div
      aria-hidden="true"
      className="grid shrink-0 grid-cols-3 self-stretch sm:grid-cols-6 lg:w-72 lg:grid-cols-2"
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

function InsightsText() {
  return (
    <>
      {m.featureInsightsText()}{' '}
      <Link to="/prices" className="link inline-flex min-h-11 items-center">
        {m.pricesTitle()}
      </Link>
    </>
  );
}
