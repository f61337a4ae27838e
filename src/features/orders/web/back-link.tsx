import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

/** On a phone only an arrow, beside the page's heading. */
export const BackLink = ({
  tab,
  children,
}: {
  tab: 'cart' | 'orders';
  children: React.ReactNode;
}) => (
  <Link
    to="/buyer-dashboard"
    search={{ tab }}
    className="inline-flex min-h-11 items-center gap-2 font-semibold text-leaf no-underline max-sm:-ml-2.5 max-sm:size-11 max-sm:shrink-0 max-sm:justify-center hover:underline print:hidden"
  >
    <ArrowLeft className="size-5 max-sm:size-6" />
    <span className="max-sm:sr-only">{children}</span>
  </Link>
);
