/** Words of posting deals and of one's own deals. */
export const words = {} as const;

export const refusals = {
  'problem.ownDeals.expired': 'Ofertat e skaduara nuk mund të ndryshohen',
  'problem.ownDeals.noMembership':
    'Për të publikuar oferta ju duhet një abonim aktiv. Zgjidhni një plan te profili juaj.',
  'problem.ownDeals.noPosts':
    'Nuk ju kanë mbetur më publikime në planin tuaj. Kaloni në një plan më të madh te profili juaj ose prisni rinovimin.',
  'field.businessInfo': 'rreth biznesit',
  'field.businessInfoEn': 'rreth biznesit, anglisht',
  'field.socialLink': 'linku në rrjetet sociale',
  'field.description': 'përshkrimi',
  'field.descriptionEn': 'përshkrimi anglisht',
  'field.originalPrice': 'çmimi para zbritjes',
  'field.imageUrl': 'fotoja',
  'field.distance': 'vendndodhja në hartë',
  'field.timeLeft': 'kohëzgjatja',
  'field.address': 'adresa',
  'field.hours': 'orari',
  'field.priceUnit': 'njësia e çmimit',
  'field.unitCount': 'numri i njësive',
  'field.isActive': 'gjendja aktive',
  'field.isHidden': 'fshehja',
  'field.isFeatured': 'veçimi',
  'field.repostsLeft': 'ripublikimet',
} as const;
