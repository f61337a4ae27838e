import { parse } from 'zod/v4/core';
import { operations, procedures } from '#app/server/app-router.ts';
import { farmSizes, farmTypes } from '#farms/rules/farm.ts';
import { type Components, exampleOf, jsonSchemaOf } from '#server/openapi/json-schemas.ts';
import { productFields } from '#tests/factories/forms.ts';

type Valid = Record<string, Record<string, unknown>>;

/** For fields without an example in the contract. No account has this password. */
const examples = {
  ...{ email: 'a@x.ke', phoneNumber: '0722000111', nationalId: '1234567', name: 'Nyeri' },
  ...{ password: 'Not-the-one-2026', currentPassword: 'Not-the-one-2026' },
  ...{ newPassword: 'Mpya-kabisa-2026', token: 'a'.repeat(43), signupToken: 'a'.repeat(43) },
  ...{ tokenHash: 'a'.repeat(64), otp: '123456', code: '123456', pin: '4821' },
  ...{ handoverCode: '1234', month: '2026-03', url: 'https://shop.example/', crop: 'kale' },
  ...{ farmType: farmTypes[0], farmSize: farmSizes[0], county: 'Nyeri', category: 'Vegetables' },
  ...{ latitude: -0.4169, longitude: 36.951, geofenceRadius: 500 },
  ...{ depositPercent: 30, untilHour: 12, quantity: 2, price: 40, wishedDay: '2026-03-03' },
  ...{ harvestDate: '2026-03-11', expiryDate: '2026-04-01', takenAt: '2026-03-02T05:59:00.000Z' },
};

type Wanted = { productId: number; areQueriesWhole?: boolean };

/** One valid input for each procedure of a contract, which may leave out filters of queries. */
export function validInputs({ productId, areQueriesWhole = true }: Wanted): Valid {
  const own = Object.fromEntries(
    Object.entries({ ...examples, productId }).map(([name, one]) => [name, ['', one] as const]),
  );
  const valid: Valid = {};
  for (const { name, operation } of operations) {
    const { input } = operation;
    if (!input) continue;
    const components: Components = {};
    const notes = { ...operation.notes, ...own };
    const schema = jsonSchemaOf(input, { io: 'input', notes, components });
    const { cursor: _, ...whole } = exampleOf(schema, components) as Valid[string];
    if (name === 'offers.make') delete whole.conversationId;
    const isWhole = areQueriesWhole || procedures[name]?._def.type !== 'query';
    const example = Object.fromEntries(
      Object.entries(whole).filter(([field]) => isWhole || schema.required?.includes(field)),
    );
    parse(input, example);
    valid[name] = example;
  }
  return valid;
}

export function validBodies(inputs: Valid, productId: number): Valid {
  const served = operations.flatMap(({ name, operation: { rest = 'GET' } }) =>
    rest.startsWith('GET') ? [] : [[rest.split(' ')[1], inputs[name]]],
  );
  return {
    ...Object.fromEntries(served),
    '/api/auth/buyer/signup': inputs['auth.signupBuyer'],
    '/api/auth/farmer/signup': inputs['auth.signupFarmer'],
    '/api/auth/signup': { ...inputs['auth.signupBuyer'], userType: 'buyer' },
    '/api/auth/login': { ...inputs['auth.verifyBuyerCredentials'], userType: 'buyer' },
    '/api/auth/verify-otp': inputs['otp.verify'],
    '/api/auth/send-otp': inputs['otp.send'],
    '/api/auth/reset-password': inputs['auth.resetPassword'],
    '/api/farmer/products': productFields({ product_id: String(productId) }),
  };
}
