/** Searches and the three deals of the demo shop that people expect first. */
import { expect, test } from 'vitest';
import { deals } from '#core/contract/deals.ts';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { fuzzedSearches } from '#test/fuzzed-searches.ts';

const shop = await startShop({ config: { cache: false } });
const guest = shop.guest();
await seedDemo(shop.db);

/** Searches with the same expectation, and the titles in any order. */
const judged = `
  depilim, epilim: Rregullim vetullash me dyllë
  dyllë, wax, waxing: Qethje për baba e bir | Rregullim vetullash me dyllë
  lule: Laminim dhe ngjyrosje vetullash | Manikyr rus me xhel | Trajtim fytyre me maskë agrumesh
  hammam, hamam, banjë turke, turkish bath: Banjë turke dhe scrub me kripë deti | Banjë turke me dorezë dhe shkumë
  parukeri, parukiere, flokë, floke, hair, floktore: Balayage natyral për flokë të gjatë | Lyerje e plotë flokësh dhe tharje me stilim | Prerje dhe stilim flokësh për femra
  berber, barber, mjekër: Qethje dhe rregullim mjekre, 40 minuta | Qethje dhe rruajtje me brisk | Qethje për baba e bir
  makijazh, makeup, grim permanent, grim buzësh: Grim permanent buzësh, ngjyrë natyrale | Grim permanent për buzët | Rifreskim grimi permanent për buzët
  ekstensione, extensions, zgjatje: Zgjatje qerpikësh fije më fije | Zgjatje thonjsh me akril dhe dizajn | Zgjatje thonjsh me xhel
  manikyr, manik, manikür, manikur: Manikyr dhe pedikyr klasik | Manikyr semipermanent | Manikyr xhel
  pedikyr: Manikyr dhe pedikyr klasik | Pedikyr kurativ | Pedikyr spa me scrub
  masazh, massage, mas: Masazh me gurë të nxehtë, 75 minuta | Masazh relaksues për çifte, 60 minuta | Pasdite spa me saunë dhe masazh
  haircut, qethje: Prerje dhe stilim flokësh për femra | Prerje flokësh me larje dhe tharje | Prerje majash dhe maskë ushqyese
  prerje flokësh: Prerje dhe stilim flokësh për femra | Prerje flokësh me larje dhe tharje | Prerje flokësh për fëmijë deri në 12 vjeç
  qethje meshkuj: Mbulim thinjash për meshkuj, 30 minuta | Qethje dhe rruajtje me brisk | Qethje klasike për meshkuj
  beard: Mbulim thinjash për meshkuj, 30 minuta | Pastrim i thellë fytyre për meshkuj | Qethje dhe rregullim mjekre, 40 minuta
  vetulla, brows, vet: Formësim vetullash me pe | Laminim vetullash | Laminim vetullash dhe qerpikësh
  laminim vetullash: Laminim dhe ngjyrosje vetullash | Laminim vetullash | Laminim vetullash dhe qerpikësh
  microblading: Microblading vetullash me korrigjim
  qerpikë, lash: Laminim vetullash dhe qerpikësh | Ngjyrosje vetullash dhe qerpikësh | Paketë për vetulla dhe qerpikë
  lash lift: Laminim qerpikësh (lash lift) | Laminim qerpikësh me botoks | Paketë për vetulla dhe qerpikë
  zgjatje qerpikësh: Mbushje qerpikësh pas tri javësh | Paketë nuseje për vetulla dhe qerpikë | Zgjatje qerpikësh fije më fije
  thonj, nails, thonjtë, thonjsh: Dizajn artistik në dhjetë thonj | Zgjatje thonjsh me akril dhe dizajn | Zgjatje thonjsh me xhel
  xhel, gel: Manikyr rus me xhel | Manikyr xhel | Zgjatje thonjsh me xhel
  manikyr xhel: Manikyr francez me xhel | Manikyr rus me xhel | Manikyr xhel
  manikyr semipermanent: Manikyr semipermanent | Manikyr semipermanent në ngjyrat e detit | Manikyr xhel dhe pedikyr semipermanent
  manikyr francez: Manikyr francez me xhel
  manikyr rus: Manikyr rus me xhel
  heqje xheli: Heqje xheli dhe manikyr i ri | Manikyr xhel, paketë me 3 seanca | Vetulla dhe buzë e sipërme me pe
  dizajn thonjsh, nail art: Dizajn artistik në dhjetë thonj | Manikyr për nuse me dizajn të hollë | Zgjatje thonjsh me akril dhe dizajn
  pedikyr kurativ, pedikyr mjekësor: Pedikyr kurativ | Pedikyr kurativ me krem për thembrat
  pedikyr spa: Pedikyr spa me scrub
  spa, mireqenie, wellness: Gjysmë dite spa për një person | Mbrëmje spa për çifte, me saunë private | Ritual spa për dy persona
  saunë, sauna: Mbrëmje spa për çifte, me saunë private | Pasdite spa me saunë dhe masazh | Saunë dhe banjë me avull
  scrub: Banjë turke dhe scrub me kripë deti | Pedikyr spa me scrub | Scrub dhe hidratim për buzët
  scrub trupi: Banjë turke dhe scrub me kripë deti | Ditë spa për nusen dhe tri shoqe | Scrub trupi me mjaltë dhe kafe
  masazh relaksues: Masazh relaksues për çifte, 60 minuta | Masazh relaksues trupi, 60 minuta | Pasdite spa me saunë dhe masazh
  masazh sportiv: Masazh sportiv, 45 minuta
  deep tissue: Masazh i thellë (deep tissue), 60 minuta
  masazh i thellë: Masazh i thellë (deep tissue), 60 minuta | Masazh i thellë për sportistë, 60 minuta | Masazh relaksues për çifte, 60 minuta
  masazh shpine: Masazh shpine dhe qafe, 30 minuta | Masazh shpine, paketë me 5 seanca | Masazh terapeutik shpine, 45 minuta
  masazh me gurë: Masazh dimri me gurë të ngrohtë | Masazh me gurë të nxehtë, 75 minuta | Masazh me gurë vullkanikë, 90 minuta
  hot stone: Masazh me gurë të nxehtë, 75 minuta | Masazh me gurë vullkanikë, 90 minuta
  aromaterapi: Aromaterapi për çifte, 50 minuta
  drenazh limfatik, limfodrenazh: Masazh me drenazh limfatik, 60 minuta
  çift, couples: Masazh relaksues për çifte, 60 minuta | Mbrëmje spa për çifte, me saunë private | Paketë mirëqenieje për çifte
  masazh çift: Aromaterapi për çifte, 50 minuta | Masazh relaksues për çifte, 60 minuta | Mbrëmje spa për çifte, me saunë private
  fytyrë, facial: Microneedling për fytyrën | Pastrim i thellë fytyre | Trajtim fytyre për nuse, 3 seanca
  pastrim fytyre: Pastrim fytyre me ultratinguj | Pastrim i thellë fytyre | Pastrim klasik fytyre, 60 minuta
  pastrim i thellë: Hidratim i thellë me serum hialuronik | Pastrim i thellë fytyre | Pastrim i thellë fytyre për meshkuj
  hidratim: Hidratim fytyre me acid hialuronik | Hidratim i thellë me serum hialuronik | Scrub dhe hidratim për buzët
  hialuronik: Hidratim buzësh me acid hialuronik, pa gjilpëra | Hidratim fytyre me acid hialuronik | Hidratim i thellë me serum hialuronik
  peeling kimik: Peeling kimik për njolla, 4 seanca
  microneedling: Microneedling me serum, 2 seanca | Microneedling për fytyrën
  akne, acne: Microneedling me serum, 2 seanca | Peeling kimik për njolla, 4 seanca | Trajtim kundër akneve, 3 seanca
  rrudha, radiofrekuencë: Trajtim kundër rrudhave me radiofrekuencë
  vitaminë c: Trajtim ekspres fytyre në drekë | Trajtim fytyre me vitaminë C
  buzë, lips: Grim permanent buzësh, ngjyrë natyrale | Maskë dhe masazh për buzët | Scrub dhe hidratim për buzët
  pigmentim buzësh: Grim permanent buzësh, ngjyrë natyrale | Pigmentim buzësh me teknikën akuarel | Pigmentim i lehtë i buzëve
  kolagjen: Hidratim buzësh me acid hialuronik, pa gjilpëra | Trajtim me kolagjen për buzët
  balayage, balajazh: Balayage me nuancim dhe maskë ushqyese | Balayage natyral për flokë të gjatë
  meshe, highlights: Meshe me nuancim | Meshe të buta dhe nuancim
  lyerje: Lyerje e plotë flokësh dhe tharje me stilim | Lyerje rrënjësh dhe larje | Ngjyrosje vetullash dhe qerpikësh
  lyerje rrënjësh: Lyerje rrënjësh dhe larje | Lyerje rrënjësh dhe prerje majash
  ngjyrosje flokësh: Lyerje e plotë flokësh dhe tharje me stilim | Lyerje flokësh me maskë mbrojtëse | Lyerje flokësh pa amoniak
  keratinë, keratin: Laminim vetullash me keratinë | Trajtim flokësh me keratinë
  botoks, botox: Botoks flokësh për flokë të thatë | Laminim qerpikësh me botoks
  tharje, blow-dry, fenirim, breshing: Lyerje e plotë flokësh dhe tharje me stilim | Prerje flokësh me larje dhe tharje | Tharje me stilim, paketë me 5 seanca
  nuse, bridal: Manikyr për nuse me dizajn të hollë | Stilim flokësh për nuse, me provë | Trajtim fytyre për nuse, 3 seanca
  stilim nuse: Stilim flokësh për nuse, me provë
  kaçurrela: Meshe me nuancim | Model flokësh me kaçurrela për raste të veçanta | Prerje flokësh me larje dhe tharje
  gërsheta, braids: Balayage me nuancim dhe maskë ushqyese | Gërsheta vere për nënë e bijë | Lyerje e plotë flokësh dhe tharje me stilim
  fëmijë, kids haircut: Prerje flokësh për fëmijë deri në 12 vjeç
  baba e bir: Qethje për baba e bir
  thinja: Mbulim thinjash për meshkuj, 30 minuta
  aloe, after sun: Hidratim fytyre me aloe pas plazhit | Trajtim fytyre pas diellit | Trajtim qetësues trupi pas diellit
  mjaltë, honey: Scrub trupi me mjaltë dhe kafe | Trajtim buzësh me mjaltë dhe bajame | Trajtim fytyre me mjaltë mali
  balta: Masazh i plotë me vaj rozmarine | Maskë balte për trupin, 70 minuta
  alga: Mbështjellje trupi me alga deti
  masazh durrës: Masazh me vajra aromatike, 50 minuta | Saunë dhe masazh për dy, 90 minuta
  flokë korçë: Model flokësh për nuse, me vendosje veli | Prerje majash dhe maskë ushqyese
  gërsheti i artë: Balayage me nuancim dhe maskë ushqyese | Lyerje e plotë flokësh dhe tharje me stilim | Prerje dhe stilim flokësh për femra
  balluke: Balayage natyral për flokë të gjatë | Lyerje rrënjësh dhe prerje majash | Prerje flokësh me larje dhe tharje
  pas diellit: Trajtim ekspres fytyre në drekë | Trajtim fytyre pas diellit | Trajtim qetësues trupi pas diellit
  skalp: Lyerje flokësh pa amoniak | Trajtim për skalpin dhe kundër rënies së flokëve
  rënia e flokëve, hair loss: Trajtim për skalpin dhe kundër rënies së flokëve
  nënë e bijë, mother daughter: Gërsheta vere për nënë e bijë | Manikyr dhe pedikyr klasik për nënë e bijë, me masazh të shkurtër për duart
  oil massage: Masazh i plotë me vaj rozmarine | Masazh me vaj ulliri, 60 minuta | Masazh tajlandez me vaj, 75 minuta
  vaj ulliri: Kurë ushqyese flokësh pas detit | Masazh me vaj ulliri, 60 minuta
  këmbë, feet: Manikyr dhe pedikyr klasik | Masazh këmbësh pas ecjes në kalldrëm | Pedikyr semipermanent me masazh këmbësh
`;

/** Misspelled searches, what they are corrected to, and the titles. */
const misspelled = `
  manikir (manikyr): Manikyr dhe pedikyr klasik | Manikyr semipermanent | Manikyr xhel
  pedikir (pedikyr): Manikyr dhe pedikyr klasik | Pedikyr kurativ | Pedikyr spa me scrub
  masazhh (masazh): Masazh me gurë të nxehtë, 75 minuta | Masazh relaksues për çifte, 60 minuta | Pasdite spa me saunë dhe masazh
  masazj (masazh): Masazh me gurë të nxehtë, 75 minuta | Masazh relaksues për çifte, 60 minuta | Pasdite spa me saunë dhe masazh
  microneedeling (microneedling): Microneedling me serum, 2 seanca | Microneedling për fytyrën
  balayaje (balayage): Balayage me nuancim dhe maskë ushqyese | Balayage natyral për flokë të gjatë
`;

const linesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(': '));
const titlesOf = (list = '') => list.split(' | ').sort();
const first = async (search: string) =>
  (await guest(deals.list, { query: { search, city: 'all' } }))
    .slice(0, 3)
    .map(({ title }) => title)
    .sort();
const corrected = async (search: string) => (await guest(deals.hints, { query: { search, city: 'all' } })).corrected;

test.each(linesOf(judged).flatMap(([searches = '', titles]) => searches.split(', ').map((search) => [search, titles])))(
  'search for “%s”, shows what people expect first, uncorrected',
  async (search = '', titles) => {
    expect(await first(search)).toEqual(titlesOf(titles));
    expect(await corrected(search)).toBeNull();
  },
);

test.each(linesOf(misspelled))('misspelled search “%s”, is corrected and says so', async (search = '', titles) => {
  const [, said = '', correct] = search.match(/^(.+) \((.+)\)$/) ?? [];
  expect(await first(said)).toEqual(titlesOf(titles));
  expect(await corrected(said)).toBe(correct);
});

test('searches with any text and filter, are answered', async () => {
  for (const { search, city, ...query } of fuzzedSearches(60)) {
    await guest(deals.list, { query: { ...query, search, city } });
    await guest(deals.hints, { query: { search, city } });
  }
});
