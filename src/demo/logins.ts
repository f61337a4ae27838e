/**
 * Who a visitor of the demo can log in as; the codes come to the demo's mailbox. Every other farmer
 * there has this password too.
 */
export const demoLogins = {
  farmer: 'farmer@demo.sokoshamba.example',
  farmerPhone: '+254711000222',
  buyer: 'buyer@demo.sokoshamba.example',
  buyerPhone: '+254700099999',
  password: 'Karibu-Sokoni-47',
} as const;
