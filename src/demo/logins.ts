/** Their codes arrive in the demo's mailbox. All other farmers have the same password. */
export const demoLogins = {
  farmer: 'farmer@demo.sokoshamba.example',
  farmerPhone: '+254711000222',
  buyer: 'buyer@demo.sokoshamba.example',
  buyerPhone: '+254700099999',
  password: 'Karibu-Sokoni-47',
} as const;
