import { m } from '#platform/rules/text/compiled/messages.js';
import { Section } from './section.tsx';

const steps = () => [
  { title: m.stepProfileTitle(), text: m.stepProfileText() },
  { title: m.stepListTitle(), text: m.stepListText() },
  { title: m.stepConnectTitle(), text: m.stepConnectText() },
  { title: m.stepCompleteTitle(), text: m.stepCompleteText() },
];

/** The four steps, joined by a line that looks like a row of sown seeds. */
export function HowItWorks() {
  return (
    <Section id="how-it-works" title={m.stepsTitle()} lead={m.stepsLead()} className="bg-sunk">
      <ol className="mt-10 grid gap-8 md:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {steps().map(({ title, text }, index) => (
          <li key={title} className="relative flex gap-5 lg:block">
            {index > 0 && (
              <span
                aria-hidden="true"
                className="absolute top-7 right-[calc(100%-0.75rem)] hidden w-[calc(100%-4.5rem)] border-edge/50 border-t-2 border-dashed lg:block"
              />
            )}
            <span
              aria-hidden="true"
              className="grid size-14 shrink-0 place-items-center rounded-full bg-leaf-solid font-extrabold text-white text-xl"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-bold text-xl lg:mt-5">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
