import { supportEmail } from '#platform/web/shell/site-info.ts';
import { m } from '#text';
import { LegalPage, type LegalPart } from './legal-page.tsx';

const parts = (): LegalPart[] => [
  { id: 'who', title: m.termsWhoTitle(), content: [m.termsWhoText(), m.termsWhoAge()] },
  {
    id: 'account',
    title: m.termsAccountTitle(),
    content: [[m.termsAccountTrue(), m.termsAccountCode(), m.termsAccountOne()]],
  },
  {
    id: 'selling',
    title: m.termsSellingTitle(),
    content: [
      [
        m.termsSellingHonest(),
        m.termsSellingPrice(),
        m.termsSellingStock(),
        m.termsSellingForbidden(),
      ],
    ],
  },
  {
    id: 'buying',
    title: m.termsBuyingTitle(),
    content: [m.termsBuyingOrder(), m.termsBuyingCancel(), m.termsBuyingInspect()],
  },
  {
    id: 'paying',
    title: m.termsPayingTitle(),
    content: [m.termsPayingWays(), m.termsPayingReceipt(), m.termsPayingRefund()],
  },
  {
    id: 'disputes',
    title: m.termsDisputesTitle(),
    content: [m.termsDisputesFirst(), m.termsDisputesUs({ email: supportEmail() })],
  },
  { id: 'ending', title: m.termsEndingTitle(), content: [m.termsEndingYou(), m.termsEndingUs()] },
  {
    id: 'liability',
    title: m.termsLiabilityTitle(),
    content: [m.termsLiabilityText(), m.termsLiabilityLaw()],
  },
  { id: 'changes', title: m.termsChangesTitle(), content: [m.termsChangesText()] },
];

export function TermsPage() {
  return <LegalPage title={m.termsTitle()} lead={m.termsLead()} parts={parts()} />;
}
