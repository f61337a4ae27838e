import { m } from '#platform/rules/text/compiled/messages.js';
import { Container } from '#platform/web/ui/layout/container.tsx';

/** The specification's marketing figures. */
const figures = () => [
  { figure: '5,000+', label: m.figureFarmers() },
  { figure: '1,200+', label: m.figureBuyers() },
  { figure: '42', label: m.figureCounties() },
  { figure: 'KSh 12M+', label: m.figureTransactions() },
];

export function Figures() {
  return (
    <Container className="relative z-10 -mt-11">
      <dl
        aria-label={m.figuresLabel()}
        className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-raised md:grid-cols-4"
      >
        {figures().map(({ figure, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end bg-card px-4 py-4 lg:px-6 lg:py-6"
          >
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="whitespace-nowrap font-extrabold text-leaf text-xl lg:text-2xl tracking-tight">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </Container>
  );
}
