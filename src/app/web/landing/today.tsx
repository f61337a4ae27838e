import { Link } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { useNear } from '#platform/web/ui/browser/use-near.ts';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { Section } from './section.tsx';

/**
 * Four live products and the largest price changes. They are fetched, and their code is loaded,
 * only when the section comes near the screen; until then it keeps their place. Without JavaScript
 * it contains only the links.
 */
export function Today() {
  const [section, isNear] = useNear<HTMLDivElement>(false);
  const [Part, setPart] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isNear) return;
    const load = import('./todays-market.tsx');
    load.then(({ TodaysMarket }) => setPart(() => TodaysMarket)).catch(() => {});
  }, [isNear]);
  return (
    <Section id="today" title={m.todayTitle()} className="pb-0! md:pb-0!">
      <div ref={section} className="needs-script mt-6 min-h-196 sm:min-h-120 lg:min-h-108">
        {Part && <Part />}
      </div>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link to="/market" className={buttonClass()}>
          {m.heroMarketLink()}
        </Link>
        <Link to="/prices" className={buttonClass({ variant: 'secondary' })}>
          {m.todayPrices()}
        </Link>
      </p>
    </Section>
  );
}
