import { Link } from '@tanstack/react-router';
import { ArrowLeft, Printer } from 'lucide-react';
import { useState } from 'react';
import { farmNameText } from '#farms/rules/farm-texts.ts';
import type { Farm } from '#products/web/catalogue/offer.tsx';
import { m } from '#text';
import { Button, classNames, Skeleton } from '#ui/elements.tsx';
import { QueryView } from '#ui/feedback.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { Container, LogoMark, siteUrl, useAnnounced } from '#web/page-frame.tsx';
import { trpc } from '#web/trpc.ts';
import { farmOptions } from './list/use-market.ts';

/** The height of a paper between its margins, less a little, so that the sign stays on one page. */
const heights = { A4: '270mm', A5: '183mm' } as const;
type Paper = keyof typeof heights;
const papers = Object.keys(heights) as Paper[];

/** The address is in letters too, for people who cannot scan the QR code. */
export function FarmSignPage({ farmId }: { farmId: number }) {
  const farm = trpc.market.farm.useQuery({ farmId }, farmOptions(farmId));
  const [paper, setPaper] = useState<Paper>('A4');
  useAnnounced(farm.data && m.farmSignTitle());
  return (
    <main id="main" className="pt-4 pb-12 print:p-0">
      {/* The browser takes the paper from here. */}
      <style>{`@page { size: ${paper}; margin: 12mm } @media print { #sign { height: ${heights[paper]} } }`}</style>
      <Container className="print:max-w-none print:p-0">
        <div className="mx-auto mb-5 grid max-w-xl gap-3 print:hidden">
          <Link
            to="/farm/$farmId"
            params={{ farmId }}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-leaf no-underline hover:underline"
          >
            <ArrowLeft className="size-5" />
            {m.farmSignBack()}
          </Link>
          <h1 tabIndex={-1} className="font-extrabold text-2xl">
            {m.farmSignTitle()}
          </h1>
          <div className="flex flex-wrap items-center gap-3">
            <PaperChoice paper={paper} onChoose={setPaper} />
            <Button onClick={() => print()} disabledReason={farm.data ? undefined : m.loading()}>
              <Printer className="size-5" />
              {m.statementPrint()}
            </Button>
          </div>
        </div>
        <QueryView
          query={farm}
          skeleton={<Skeleton className="mx-auto aspect-[210/297] max-w-xl rounded-card!" />}
        >
          {(data) => <Sheet farm={data} />}
        </QueryView>
      </Container>
    </main>
  );
}

function PaperChoice({ paper, onChoose }: { paper: Paper; onChoose: (paper: Paper) => void }) {
  return (
    <fieldset aria-label={m.farmSignPaper()} className="flex gap-2">
      {papers.map((size) => (
        <label
          key={size}
          className="flex min-h-12 items-center gap-2 rounded-field border-[1.5px] border-edge px-4 font-semibold has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-on-leaf-soft"
        >
          <input
            type="radio"
            name="paper"
            checked={size === paper}
            onChange={() => onChoose(size)}
            className="size-5 accent-leaf-solid"
          />
          {size}
        </label>
      ))}
    </fieldset>
  );
}

/** A longer name is set smaller, so that the code keeps its size. */
const LONG_NAME = 24;

/** All measures follow its width, on the screen and on paper. */
function Sheet({ farm }: { farm: Farm }) {
  const { farmId, farmName, farmerFirstName, county } = farm;
  const url = `${siteUrl()}/farm/${farmId}`;
  const name = farmNameText(farmName) ?? m.farmByPerson({ name: farmerFirstName });
  return (
    <section
      id="sign"
      aria-label={m.farmSignTitle()}
      className="mx-auto grid aspect-[210/297] max-w-xl grid-rows-[auto_minmax(0,1fr)_auto] justify-items-center gap-4 rounded-card border border-line bg-white p-5 text-center text-[#17261d] shadow-raised [container-type:inline-size] sm:p-9 print:aspect-auto print:max-w-none print:rounded-none print:border-0 print:p-0 print:shadow-none"
    >
      <header>
        <p
          className={classNames(
            'wrap-anywhere text-balance font-extrabold leading-[1.05] tracking-tight',
            name.length > LONG_NAME
              ? 'text-[clamp(1rem,6cqw,4rem)]'
              : 'text-[clamp(1.5rem,11cqw,6rem)]',
          )}
        >
          {name}
        </p>
        <p className="mt-[2cqw] text-[clamp(1rem,4.5cqw,2.5rem)] text-[#4c5c52]">
          {m.farmCountyIn({ county })}
        </p>
      </header>
      <QrCode text={url} label={m.farmSignQr({ farm: name })} className="h-full w-[70cqw]" />
      <footer className="grid w-full justify-items-center gap-[2cqw]">
        {/* Both languages, because the sign hangs where anybody passes. */}
        <p className="font-bold text-[clamp(1rem,5.4cqw,3rem)] leading-tight">
          {m.farmSignCall({}, { locale: 'sw' })}
        </p>
        <p className="text-[clamp(0.9rem,4.2cqw,2.4rem)] leading-tight" lang="en">
          {m.farmSignCall({}, { locale: 'en' })}
        </p>
        <p className="wrap-anywhere mt-[1cqw] rounded-field border-2 border-[#1f6b43] px-[4cqw] py-[1.5cqw] font-bold text-[clamp(0.9rem,4.4cqw,2.6rem)] leading-tight">
          {url.replace(/^https?:\/\//, '')}
        </p>
        <p className="flex items-center gap-[1.5cqw] font-extrabold text-[clamp(0.9rem,4cqw,2.2rem)]">
          <LogoMark /> SokoShamba
        </p>
      </footer>
    </section>
  );
}
