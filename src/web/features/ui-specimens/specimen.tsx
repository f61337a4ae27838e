import type { ReactNode } from 'react';

/** One group of components on the page that shows them all. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5 border-line border-t py-10">
      <h2 className="font-bold text-2xl">{title}</h2>
      {children}
    </section>
  );
}
