import { BadgeCheck, Camera, Footprints } from 'lucide-react';

const icons = {
  camera: Camera,
  verified: BadgeCheck,
  visited: Footprints,
};

export const CardIcon = ({ name }: { name: keyof typeof icons }) => (
  <svg aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
);

/** Drawn once on a page with cards, because every card repeats them. */
export const CardIcons = () => (
  <svg aria-hidden="true" className="absolute size-0">
    {Object.entries(icons).map(([name, Icon]) => (
      <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
        <Icon />
      </symbol>
    ))}
  </svg>
);
