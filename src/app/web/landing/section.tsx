import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';

type SectionProps = {
  id: string;
  title: string;
  lead?: string;
  className?: string;
  children: ReactNode;
};

export function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={classNames('py-14 md:py-20', className)}
    >
      <Container>
        <h2 id={`${id}-title`} className="max-w-[20em] font-extrabold text-3xl">
          {title}
        </h2>
        {lead && <p className="mt-3 max-w-[40em] text-lg text-muted">{lead}</p>}
        {children}
      </Container>
    </section>
  );
}
