import { Link } from '@tanstack/react-router';
import { m } from '#text';
import { buttonClass } from '#ui/elements.tsx';

/** The next step on a screen that is empty until somebody buys. */
export const ProductsLink = () => (
  <Link to="/farmer/dashboard" search={{ tab: 'products' }} className={buttonClass()}>
    {m.overviewSeeProducts()}
  </Link>
);
