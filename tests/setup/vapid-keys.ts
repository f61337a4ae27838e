export const TEST_VAPID_KEYS = {
  publicKey:
    'BB4Y4_ItIaSZjdSQzJsBBc-iA-r6FYjsBwTEb17lU4chgIDBc1uqWlTom3kjOqCX9FOcvnUt1hq-GYvegW3KGUg',
  privateKey: 'zjRCFhD1ebw6sIzBMFXO3ECUuM-PpXB4LmDlwzskR2o',
};
