/** What people type and choose, in the mix a catalogue sees: frequent and rare words, typos, two words, salons, nonsense. */
import type { DealFilter } from '#server/features/deals/deals.rules.ts';
import { everythingIn } from '#server/features/deals/deals.store.ts';

const home = everythingIn('tirana');

export const lists: DealFilter[] = [
  home,
  { ...home, category: 'nails' },
  { ...home, city: null },
  { ...home, city: null, category: 'spa' },
  { ...home, city: 'kruje', sort: 'price' },
  { ...home, city: null, sort: 'ending' },
  { ...home, sort: 'rating' },
  { ...home, city: null, sort: 'rating' },
  { ...home, sort: 'near', near: '41.331,19.815' },
  { ...home, city: 'kruje', category: 'spa', sort: 'near', near: '41.331,19.815' },
  { ...home, minPrice: 1000, maxPrice: 2000 },
  { ...home, city: null, sort: 'discount', maxPrice: 900 },
];

const words = [
  ...['manikyr', 'masazh', 'flokë', 'vetulla', 'xhel', 'gel', 'fenirim', 'lyerje', 'spa', 'pastrim fytyre', 'pedikyr'],
  ...['mani', 'mas', 'flo', 'vet', 'm', 'qerp'],
  ...['floke', 'vetullash', 'thonjsh', 'nails', 'massage', 'brow lamination', 'haircut', 'wellness'],
  ...['manikir', 'masazj', 'pedikir', 'balayaje', 'microneedeling', 'fenirm'],
  ...['manikyr xhel', 'masazh relaksues', 'peeling kimik', 'masazh gurë', 'manikyr studio', 'nuse flokë'],
  ...['studio albeda', 'fasali', 'estetike jokavo', 'atelie', 'ulliri', 'keratinë', 'lulekuqe', 'durrës', 'zhvxq'],
];

export const searches: DealFilter[] = words.flatMap((search) => [
  { ...home, search },
  { ...home, search, city: null },
  { ...home, search, city: 'fier', category: 'nails' },
]);
