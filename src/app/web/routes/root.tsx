import { type ErrorComponentProps, Outlet } from '@tanstack/react-router';
import { m } from '#text';
import { Button, CodeSpace, Skeleton } from '#ui/elements.tsx';
import { Container, MessagePage } from '#web/page-frame.tsx';

/**
 * `data-page` tells the script that this HTML came from the server or the build and can be hydrated.
 */
export function Root() {
  return (
    <div data-page="" className="flex min-h-dvh flex-col max-lg:has-[[data-bottom-bar]]:pb-16">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-field bg-leaf-strong px-4 py-3 font-semibold text-white focus:translate-y-0"
      >
        {m.skipToContent()}
      </a>
      <Outlet />
    </div>
  );
}

export function NotFound() {
  return <MessagePage picture="/art/empty/not-found.svg" title={m.notFoundTitle()} />;
}

export function PageError({ reset }: ErrorComponentProps) {
  const retry = () => {
    reset();
    location.reload();
  };
  return (
    <MessagePage picture="/art/empty/error.svg" title={m.pageErrorTitle()} text={m.pageErrorText()}>
      <Button onClick={retry}>{m.retry()}</Button>
    </MessagePage>
  );
}

export function PagePending() {
  return (
    <Container className="w-full py-16">
      <CodeSpace>
        <span role="status" className="sr-only">
          {m.loading()}
        </span>
        <Skeleton className="mb-6 h-10 w-64 max-w-full" />
        <Skeleton className="mb-3 h-5 w-full" />
        <Skeleton className="mb-3 h-5 w-5/6" />
        <Skeleton className="h-48 w-full" />
      </CodeSpace>
    </Container>
  );
}
