import { Link } from '@tanstack/react-router';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';

/** The next step on a screen that is empty until somebody buys. */
export const ProductsLink = ({ variant }: { variant?: 'secondary' }) => (
  <Link
    to="/farmer/dashboard"
    search={{ tab: 'products' }}
    className={buttonClass({ ...(variant && { variant }) })}
  >
    {m.overviewSeeProducts()}
  </Link>
);
