import { m } from '#platform/rules/text/compiled/messages.js';
import { Avatar } from '#platform/web/ui/layout/avatar.tsx';
import { Section } from './section.tsx';

const testimonials = () => [
  {
    quote: m.testimonialFarmer(),
    name: m.testimonialFarmerName(),
    role: m.testimonialFarmerRole(),
  },
  { quote: m.testimonialBuyer(), name: m.testimonialBuyerName(), role: m.testimonialBuyerRole() },
];

export function Testimonials() {
  return (
    <Section id="testimonials" title={m.testimonialsTitle()}>
      <div className="mt-8 grid gap-5 lg:grid-cols-2">
        {testimonials().map(({ quote, name, role }) => (
          <figure
            key={name}
            className="flex flex-col rounded-card border border-line bg-card p-6 sm:p-8"
          >
            <svg aria-hidden="true" viewBox="0 0 40 28" className="h-7 w-10 fill-maize">
              <path d="M0 28V17C0 7 5 1 15 0l1.500 4.500C11.500 6 9 9 9 13h7v15H0Zm22 0V17C22 7 27 1 37 0l1.500 4.500C33.500 6 31 9 31 13h7v15H22Z" />
            </svg>
            <blockquote className="mt-5 mb-6 text-lg md:text-xl md:leading-relaxed">
              {quote}
            </blockquote>
            <figcaption className="mt-auto flex items-center gap-3">
              <Avatar name={name} />
              <span>
                <span className="block font-bold">{name}</span>
                <span className="block text-muted text-sm">{role}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
