import { encode } from 'uqr';
import { classNames } from './elements.tsx';

/** Modules. Scanners need the white margin. */
const QUIET_MODULES = 2;

type QrCodeProps = {
  text: string;
  label: string;
  className: string;
  isOver?: boolean;
};

/** Black on white in every colour scheme, because a scanner could not read it otherwise. */
export function QrCode({ text, label, className, isOver = false }: QrCodeProps) {
  const { data, size } = encode(text, { border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classNames('mx-auto rounded-field bg-white', className)}
    >
      <path d={path} fill="#000" opacity={isOver ? 0.06 : 1} />
    </svg>
  );
}
