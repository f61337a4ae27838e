import { useParams, useRouteContext, useSearch } from '@tanstack/react-router';
import { Skeleton } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';
import { Container } from '#web/page-frame.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import { AppHeader } from '../shell/app-header.tsx';
import { FarmerFrame } from '../shell/farmer-places.tsx';

export function MessagesRoute() {
  const { session } = useRouteContext({ from: '/screens/messages' });
  const { conversationId } = useParams({ strict: false });
  const { product, offer } = useSearch({ from: '/screens/messages' });
  // On a phone, the message field replaces the bar.
  const isOpen = conversationId !== undefined || product !== undefined;
  return (
    <ServerCache>
      <AppHeader hasBar={!isOpen} place="messages" />
      <FarmerFrame place="messages">
        <LazyMessagesPage
          role={session.user.role}
          conversationId={conversationId}
          productId={product}
          hasOffer={offer === true}
        />
      </FarmerFrame>
    </ServerCache>
  );
}

/** Loads with the list; separate from the header as in notifications.tsx. */
const LazyMessagesPage = lazy(
  () => import('#messages/web/messages-page.tsx'),
  'MessagesPage',
  <Container className="py-5">
    <Skeleton className="h-[calc(100dvh-7rem)] rounded-card!" />
  </Container>,
);
