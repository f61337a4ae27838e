export const firstNames = [
  ...[
    'Wanjiru',
    'Kamau',
    'Njeri',
    'Mwangi',
    'Akinyi',
    'Otieno',
    'Achieng',
    'Ochieng',
    'Chebet',
    'Kiprop',
    'Jepkorir',
    'Kipchumba',
  ],
  ...['Nekesa', 'Wekesa', 'Nafula', 'Barasa', 'Moraa', 'Nyaboke', 'Onsongo', 'Mwende', 'Mutua', 'Ndinda', 'Musyoka', 'Kathure'],
  ...['Mwiti', 'Halima', 'Abdi', 'Fatuma', 'Hassan', 'Amina', 'Juma', 'Mwanaisha', 'Lokiru', 'Ekai', 'Naisula', 'Lemayian'],
];

export const lastNames = [
  ...[
    "Ng'ang'a",
    'Kariuki',
    'Wambui',
    'Githinji',
    'Odhiambo',
    'Owino',
    'Atieno',
    'Omondi',
    'Kiptoo',
    'Cheruiyot',
    'Rotich',
    'Koech',
  ],
  ...[
    'Simiyu',
    'Wafula',
    'Shikuku',
    'Makokha',
    'Nyamweya',
    'Mogaka',
    'Mutiso',
    'Kilonzo',
    'Nzioka',
    'Muriithi',
    'Kirimi',
    'Gitonga',
  ],
  ...['Mohamed', 'Ali', 'Adan', 'Omar', 'Mwachiro', 'Kazungu', 'Charo', 'Ekuam', 'Lopeyok', 'Leshao', 'Sankok', 'Ole Ntutu'],
];

export const farmWords = [
  ...[
    'Baraka',
    'Neema',
    'Tumaini',
    'Upendo',
    'Mavuno',
    'Kilimo',
    'Rutuba',
    'Mwangaza',
    'Amani',
    'Jua Kali',
    'Chemchemi',
    'Bidii',
  ],
  ...[
    'Green Valley',
    'Hillview',
    'Riverside',
    'Sunrise',
    'Highland',
    'Savanna',
    'Old Orchard',
    'Acacia',
    'Jacaranda',
    'Two Rivers',
  ],
];

export const farmKinds = ['Farm', 'Shamba', 'Fresh Produce', 'Gardens', 'Growers', 'Organics', 'Family Farm'];

export const landmarks = [
  ...['Behind the primary school', 'Next to the tea buying centre', 'Opposite the dispensary', 'Two kilometres past the market'],
  ...['After the bridge, on the left', 'Near the water tank', 'Along the murram road, blue gate', 'Beside the cattle dip'],
];

/** What farmers write under a name; the Swahili name of the crop stands before it. */
export const freshRemarks = [
  ...[
    'Picked this morning.',
    'Harvested to order.',
    'Sorted and graded by hand.',
    'Grown with manure only.',
    'Grown under drip irrigation.',
  ],
  ...['No chemicals in the last month.', 'Good for hotels and schools.', 'Clean, firm and of even size.'],
];
export const storedRemarks = [
  ...[
    'Dried to 13 % moisture.',
    'Stored in hermetic bags.',
    'Cleaned and sorted by hand.',
    'From this season, no weevils.',
    'Good for hotels and schools.',
  ],
];
export const terms = [
  ...['Delivery in our area twice a week.', 'Come and see the farm before you buy.', 'Price is for the whole lot or part of it.'],
  ...['Discount for regular buyers.', 'Packed on the day you order.', 'Ready for collection from six in the morning.', ''],
];
