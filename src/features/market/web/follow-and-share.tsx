import { m } from '#text';
import { buttonClass } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';

type ShareLinkProps = { text: string; variant?: 'quiet' | 'secondary' };

/** A link to WhatsApp, so it needs no script. */
export function ShareLink({ text, variant = 'quiet' }: ShareLinkProps) {
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant, size: 'small' })}
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 text-leaf">
        <path
          d="M3.5 20.5 5 16a8.5 8.5 0 1 1 3.2 3.1ZM9 8.5c0 3.5 3 6.5 6.5 6.5l1.3-1.8-2.3-1.2-1 1c-1.5-.6-2.5-1.6-3-3l1-1L10.3 7Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinejoin="round"
        />
      </svg>
      <span className="max-sm:sr-only">{m.shareOnWhatsApp()}</span>
      <span aria-hidden="true" className="sm:hidden">
        {m.shareShort()}
      </span>
    </a>
  );
}

export const FollowButton = lazy(
  () => import('#follows/web/follow-toggle.tsx'),
  'FollowToggle',
  <span className="inline-block size-12" />,
);
