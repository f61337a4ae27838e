import { Link } from '@tanstack/react-router';
import { m } from '#text';
import { buttonClass } from '#ui/form/button.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { useCartLines } from './cart-lines.ts';

/** Works on a page that does not load the tRPC client. */
export function VisitorCartLink() {
  const count = useCartLines().length;
  return (
    <Link
      to="/cart"
      aria-label={count > 0 ? m.cartLinkCount({ count }) : m.cartLink()}
      className={classNames(
        buttonClass({ variant: 'quiet', size: 'icon' }),
        'relative max-[28rem]:-mr-1.5',
      )}
    >
      {/* Inline, because the landing page needs no other icon of the library. */}
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6">
        <path
          d="M2 2h2l2.7 12.4a2 2 0 0 0 2 1.6h9.7a2 2 0 0 0 2-1.6L22 7H5.1M9 21h.01M19 21h.01"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {count > 0 && (
        <span className="absolute top-0 right-0 min-w-5 rounded-full bg-maize px-1 text-center font-bold text-on-maize text-xs tabular-nums">
          {count}
        </span>
      )}
    </Link>
  );
}
