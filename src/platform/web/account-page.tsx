import { Container, PageFooter, PageHeader } from './page-frame.tsx';
import { useEarlyInput } from './typed-fields.ts';
import { classNames } from './ui/elements.tsx';

type AccountPageProps = {
  title: string;
  lead?: React.ReactNode;
  headerLink?: React.ReactNode;
  isBroad?: boolean;
  isLaterStep?: boolean;
  children: React.ReactNode;
};

export function AccountPage({
  title,
  lead,
  headerLink,
  isBroad = false,
  isLaterStep = false,
  children,
}: AccountPageProps) {
  const card = useEarlyInput<HTMLDivElement>();
  return (
    <>
      <PageHeader>{headerLink}</PageHeader>
      <main id="main" className={classNames('sm:py-14', isLaterStep ? 'py-4' : 'py-6')}>
        <Container width={isBroad ? 'prose' : 'form'}>
          <h1
            tabIndex={-1}
            className={classNames('font-extrabold text-3xl', isLaterStep && 'max-sm:sr-only')}
          >
            {title}
          </h1>
          {lead && <div className="mt-2 text-lg text-muted">{lead}</div>}
          <div
            ref={card}
            className={classNames(
              'rounded-card border border-line bg-card p-5 shadow-raised sm:mt-6 sm:p-8',
              !isLaterStep && 'mt-6',
            )}
          >
            {children}
          </div>
        </Container>
      </main>
      <PageFooter />
    </>
  );
}
