import { BadgeCheck, Camera, Footprints, MapPin, ShoppingCart } from 'lucide-react';

const icons = {
  camera: Camera,
  cart: ShoppingCart,
  place: MapPin,
  verified: BadgeCheck,
  visited: Footprints,
};

type CardIconProps = { name: keyof typeof icons; className?: string };

export const CardIcon = ({ name, className = 'size-4' }: CardIconProps) => (
  <svg aria-hidden="true" className={className}>
    <use href={`#icon-${name}`} />
  </svg>
);

/** The icons of all cards of a page, drawn once, because every card repeats them. */
export const CardIcons = () => (
  <svg aria-hidden="true" className="absolute size-0">
    {Object.entries(icons).map(([name, Icon]) => (
      <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
        <Icon />
      </symbol>
    ))}
  </svg>
);
