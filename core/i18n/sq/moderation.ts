/** Words of administrators: deals, reports, categories, money, overview, audit log. */

export const words = {} as const;

export const refusals = {
  'problem.adminDeals.alreadyHidden': 'Një administrator tjetër e ka fshehur tashmë këtë ofertë.',
  'problem.adminDeals.reportsDecided': 'Një administrator tjetër ka vendosur tashmë për këto raportime.',
  'problem.adminDeals.hasOwner': 'Ka tashmë një pronar.',
  'problem.adminDeals.salonNotFound': 'Ky sallon nuk ekziston.',
  'problem.categories.slugTaken': 'Një kategori tjetër e ka këtë slug.',
  'problem.categories.slugUsed': 'Slug-u nuk mund të ndryshohet, sepse ka oferta në këtë kategori.',
  'problem.categories.used': 'Ka oferta në këtë kategori, prandaj nuk mund të fshihet. Mund ta çaktivizoni.',
  'problem.categories.changed': 'Kategoritë u ndryshuan ndërkohë. Ringarkoni listën.',
  'problem.categories.notFound': 'Kjo kategori nuk ekziston.',
  'problem.adminMoney.otherProvider':
    'Kjo pagesë u bë te një ofrues tjetër, ose kartat janë të fikura. Kthejeni paranë atje.',
  'problem.adminMoney.farRate':
    'Ky kurs është më shumë se 20% larg kursit të fundit, {rate}. Konfirmojeni nëse është i saktë.',
  'field.days': 'ditët',
  'field.by': 'i kujt',
  'field.positions': 'rreshtat',
  'field.allPerUsd': 'kursi i këmbimit',
  'field.isConfirmed': 'konfirmimi',
  'field.decision': 'vendimi',
  'field.ownerEmail': 'emaili i biznesit',
  'field.slug': 'slug',
  'field.name': 'emri',
  'field.nameEn': 'emri anglisht',
  'field.icon': 'ikona',
  'field.color': 'ngjyra',
  'field.ids': 'renditja',
  'field.state': 'gjendja',
  'field.salon': 'salloni',
  'field.q': 'kërkimi',
} as const;
