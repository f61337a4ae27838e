import { m } from '#shared/text/compiled/messages.js';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Container } from '#web/ui/layout/container.tsx';

/** Shown when a page's code takes longer than a moment to arrive. */
export function PagePending() {
  return (
    <Container className="w-full py-16" role="status">
      <span className="sr-only">{m.loading()}</span>
      <Skeleton className="mb-6 h-10 w-64 max-w-full" />
      <Skeleton className="mb-3 h-5 w-full" />
      <Skeleton className="mb-3 h-5 w-5/6" />
      <Skeleton className="h-48 w-full" />
    </Container>
  );
}
