import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';

type SectionProps = {
  id: string;
  title: string;
  className?: string;
  children: ReactNode;
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
