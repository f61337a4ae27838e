export const inputClass =
  'min-h-12 w-full rounded-field border-[1.5px] border-edge bg-card px-3.5 py-2.5 text-base text-ink transition-colors ' +
  'placeholder:text-muted hover:border-ink aria-invalid:border-soil disabled:cursor-not-allowed disabled:bg-sunk disabled:text-muted ' +
  '[&[readonly]]:bg-sunk';
