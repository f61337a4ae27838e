/** Two leaves on a green square. */
export const LogoMark = () => (
  <svg aria-hidden="true" viewBox="0 0 34 34" className="size-9 shrink-0">
    <rect width="34" height="34" rx="10" fill="#1f6b43" />
    <path d="M17 27V14" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    <path d="M17 18C9 18 7 12 7 8c7 0 10 4 10 10Z" fill="#f2b134" />
    <path d="M17 15c0-6 3-9 10-9 0 6-3 9-10 9Z" fill="#fff" />
  </svg>
);
