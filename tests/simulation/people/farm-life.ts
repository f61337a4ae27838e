import type { Unit } from '#products/rules/product.ts';
import type { Category } from '#products/rules/product-facts.ts';
import { inNairobi } from '#tests/simulation/nairobi.ts';
import type { Servers } from '#tests/simulation/servers.ts';
import { DAY, HOUR, MINUTE, type World } from '#tests/simulation/world.ts';
import type { Farmer, KnownProduct, People } from './people.ts';

type Crop = { name: string; category: Category; unit: Unit; price: number };

const crops: readonly Crop[] = [
  { name: 'Sukuma wiki', category: 'Vegetables', unit: 'kg', price: 45.5 },
  { name: 'Nyanya', category: 'Vegetables', unit: 'crates', price: 3200 },
  { name: 'Viazi', category: 'Root Crops', unit: 'bags', price: 2800 },
  { name: 'Mahindi', category: 'Cereals', unit: 'bags', price: 3600 },
  { name: 'Maharagwe', category: 'Legumes', unit: 'kg', price: 119.99 },
  { name: 'Maziwa', category: 'Dairy & eggs', unit: 'litres', price: 62.25 },
  { name: 'Mayai', category: 'Dairy & eggs', unit: 'trays', price: 410 },
  { name: 'Ndizi', category: 'Fruits', unit: 'bunches', price: 350 },
  { name: 'Dania', category: 'Other', unit: 'bunches', price: 4.75 },
];

export function startFarmLife(world: World, servers: Servers, { farmers }: People) {
  async function list(farmer: Farmer) {
    const { random } = farmer;
    const crop = random.pick(crops);
    const quantity = random.between(5, 80);
    const price = Math.max(1, Math.round(crop.price * (0.8 + random.next() * 0.4) * 100) / 100);
    const outcome = await servers.act(
      farmer,
      `lists ${quantity} ${crop.unit} of ${crop.name}`,
      (caller) => caller.farmer.products.create({ ...crop, quantity, price }),
    );
    if (outcome.isDone)
      farmer.products.push({ ...crop, id: outcome.value.id, farmer, quantity, price });
  }

  async function edit(farmer: Farmer, product: KnownProduct) {
    const { random } = farmer;
    const crop = crops.find(({ name }) => name === product.name);
    if (!crop) return;
    const price = Math.round(product.price * (0.85 + random.next() * 0.3) * 100) / 100;
    const unit = random.isTrue(0.1) ? random.pick(['kg', 'bags', 'crates'] as const) : product.unit;
    const changed = { price, unit, quantity: random.between(0, 60) };
    const quantitySeen = random.isTrue(0.5) ? { quantitySeen: product.quantity } : {};
    const outcome = await servers.act(farmer, `edits product ${product.id}`, (caller) =>
      caller.farmer.products.edit({ ...crop, ...changed, ...quantitySeen, productId: product.id }),
    );
    if (outcome.isDone) Object.assign(product, changed);
  }

  async function count(farmer: Farmer, product: KnownProduct) {
    const { random } = farmer;
    const quantity = random.between(0, 90) + (random.isTrue(0.2) ? 0.255 : 0);
    const seen = random.isTrue(0.6) ? { quantitySeen: product.quantity } : {};
    const outcome = await servers.act(
      farmer,
      `counts ${quantity} of product ${product.id}`,
      (caller) => caller.farmer.products.setQuantity({ productId: product.id, quantity, ...seen }),
    );
    if (outcome.isDone) product.quantity = outcome.value.quantity;
    else if (typeof outcome.facts.quantity === 'number') product.quantity = outcome.facts.quantity;
  }

  async function countAll(farmer: Farmer) {
    const lines = farmer.products.map(({ id, quantity }) => ({
      productId: id,
      quantity: quantity + farmer.random.between(0, 40),
    }));
    if (lines.length === 0) return;
    const outcome = await servers.act(farmer, 'counts everything', (caller) =>
      caller.farmer.products.setQuantities({ lines }),
    );
    if (!outcome.isDone) return;
    for (const line of outcome.value) {
      const product = farmer.products.find(({ id }) => id === line.productId);
      if (product && 'quantity' in line) product.quantity = line.quantity;
    }
  }

  async function remove(farmer: Farmer, product: KnownProduct) {
    farmer.products = farmer.products.filter((one) => one !== product);
    await servers.act(farmer, `deletes product ${product.id}`, (caller) =>
      caller.farmer.products.delete({ productId: product.id }),
    );
  }

  function countBySms({ random, phoneNumber, name }: Farmer) {
    const { sms } = servers.network;
    world.tell(`${name} counts by SMS.`);
    sms.write(phoneNumber, 'STOCK');
    world.after(random.between(3 * MINUTE, 20 * MINUTE), async () => {
      sms.write(phoneNumber, `STOCK ${random.between(1, 4)} ${random.between(0, 50)}`);
    });
  }

  async function morning(farmer: Farmer) {
    const { random, products } = farmer;
    if (farmer.isGone) return;
    world.after(DAY + random.between(-MINUTE * 20, MINUTE * 20), () => morning(farmer));
    if (products.length < 3 || random.isTrue(0.03)) return list(farmer);
    const product = random.pick(products);
    const choice = random.next();
    if (choice < 0.35) return count(farmer, product);
    if (choice < 0.45) return countAll(farmer);
    if (choice < 0.52) return edit(farmer, product);
    if (choice < 0.53) return remove(farmer, product);
    if (choice < 0.62 && farmer.answersBy === 'sms') countBySms(farmer);
  }

  function begin(farmer: Farmer) {
    const { random } = farmer;
    for (let times = 0; times < 4; times += 1)
      world.after(random.between(MINUTE, 2 * HOUR), () => list(farmer));
    world.at(inNairobi(world.now(), { days: 1, hour: 4.5 + random.next() }), () => morning(farmer));
  }
  for (const farmer of farmers) begin(farmer);
  return { begin };
}

export type FarmLife = ReturnType<typeof startFarmLife>;
