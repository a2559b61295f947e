type DemoSupplier = {
  code: string;
  name: string;
  contact_person: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  payment_terms: string | null;
  notes: string | null;
  is_active: boolean;
  /** The manufacturers whose goods come from this supplier. */
  makers: readonly string[];
};

export const demoSuppliers: readonly DemoSupplier[] = [
  {
    code: 'LMD-01',
    name: 'Luzon Mobile Distribution Inc.',
    contact_person: 'Carmela Yulo',
    email: 'orders@luzonmobile.test',
    phone: '+63 2 8634 7120',
    address: '14F Meralco Avenue Tower, Ortigas Center, Pasig City 1605',
    payment_terms: 'Net 30',
    notes: 'Send the list of wanted serial numbers with each order.\nDelivers on Tuesdays and Fridays.',
    is_active: true,
    makers: ['Apple'],
  },
  {
    code: 'MTS-02',
    name: 'Makiling Telecom Supply Corp.',
    contact_person: 'Benedict Arellano',
    email: 'ben@makiling.test',
    phone: '+63 49 502 1184',
    address: 'Lot 6, Calamba Premiere Park, Batino, Calamba City 4027',
    payment_terms: 'Net 15',
    notes: null,
    is_active: true,
    makers: ['Samsung', 'Huawei', 'HONOR', 'Nokia'],
  },
  {
    code: 'PPH-01',
    name: 'Pearl Pacific Handsets Inc.',
    contact_person: 'Wilhelmina Chua',
    email: 'wilma@pearlpacific.test',
    phone: '+63 917 555 2281',
    address: '2F 118 Masangkay Street, Binondo, Manila 1006',
    payment_terms: '50% down, rest on delivery',
    notes: 'Replaces units that are dead on arrival within 7 days.',
    is_active: true,
    makers: ['Xiaomi', 'realme', 'OPPO', 'vivo', 'Infinix', 'Tecno', 'itel', 'Cherry Mobile', 'Nothing'],
  },
  {
    code: 'VCW-03',
    name: 'Visayas Computer Wholesale',
    contact_person: 'Jerome Tabal',
    email: 'jerome@vcw.test',
    phone: '+63 32 238 9047',
    address: '77 P. del Rosario Extension, Cebu City 6000',
    payment_terms: 'Net 30',
    notes: null,
    is_active: true,
    makers: ['ASUS', 'Lenovo', 'Acer', 'HP', 'MSI', 'Dell', 'LG', 'AOC', 'ViewSonic', 'Epson', 'Brother'],
  },
  {
    code: 'SAC-01',
    name: 'Sampaguita Audio & Camera Trading',
    contact_person: 'Noel Evangelista',
    email: 'noel@sampaguita.test',
    phone: '+63 2 8733 5062',
    address: '55 Hidalgo Street, Quiapo, Manila 1001',
    payment_terms: 'Cash on delivery',
    notes: null,
    is_active: true,
    makers: ['Sony', 'JBL', 'Marshall', 'Bose', 'GoPro', 'DJI', 'Insta360', 'Canon', 'Fujifilm', 'Garmin'],
  },
  {
    code: 'TBA-88',
    name: 'Tatlong Bituin Accessories',
    contact_person: 'Aling Nena Sy',
    email: null,
    phone: '0918 555 7340',
    address: 'Stall 3-114, 168 Arcade, Divisoria, Manila 1010',
    payment_terms: 'Cash on delivery',
    notes: 'Orders by Viber. Minimum of 50 pieces a kind.',
    is_active: true,
    makers: ['Anker', 'Baseus', 'UGREEN', 'ROMOSS', 'Spigen', 'Nillkin', 'CASETiFY', 'ESR', 'QCY'],
  },
  {
    code: 'NNS-01',
    name: 'Northern Network & Storage Inc.',
    contact_person: 'Ligaya Bumatay',
    email: 'sales@northernnet.test',
    phone: '+63 74 446 3310',
    address: '9 Abanao Extension, Baguio City 2600',
    payment_terms: 'Net 45',
    notes: null,
    is_active: true,
    makers: ['TP-Link', 'EZVIZ', 'Tenda', 'Mercusys', 'SanDisk', 'Kingston', 'WD', 'Seagate', 'Logitech'],
  },
  {
    code: 'IVE-01',
    name: 'Isla Verde Electronics',
    contact_person: 'Paolo Magsaysay',
    email: 'paolo@islaverde.test',
    phone: '0999 555 6108',
    address: null,
    payment_terms: null,
    notes: 'First order to be agreed.',
    is_active: true,
    makers: [],
  },
  {
    code: 'DGG-01',
    name: 'Davao Gulf Game Importers',
    contact_person: null,
    email: 'info@davaogulf.test',
    phone: '+63 82 227 4456',
    address: 'Door 4, Quimpo Boulevard, Matina, Davao City 8000',
    payment_terms: 'Prepaid',
    notes: 'Stopped importing consoles in June.',
    is_active: false,
    makers: ['Nintendo', 'Microsoft', 'Valve', '8BitDo'],
  },
];
