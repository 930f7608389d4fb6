/** Words of the public page of a salon. */
export const words = {
  'salonPage.meta': '{name}, {city}: ofertat, orari, adresa dhe kontakti.',
  'salonPage.notFound.title': 'Salloni nuk u gjet',
  'salonPage.notFound.text': 'Salloni që po kërkoni nuk ekziston.',
  'salonPage.unavailable': 'Ky sallon nuk është i disponueshëm tani',
  'salonPage.about': 'Rreth sallonit',
  'salonPage.photos': 'Foto',
  'salonPage.photo': 'Foto {number} nga {count}',
  'salonPage.contact': 'Adresa dhe kontakti',
  'salonPage.map': 'Shiko në hartë',
  'salonPage.today': 'Orari sot:',
  'salonPage.holidays': 'Ditë pushimi',
  'salonPage.greeting': 'Përshëndetje, ju shkruaj nga faqja juaj te Bukuri.',
  'salonPage.deals': 'Ofertat e sallonit',
  'salonPage.deals.none': 'Ky sallon nuk ka oferta për momentin.',
  'salonPage.deals.failed': 'Ofertat e sallonit nuk u ngarkuan.',
} as const;

export const refusals = {
  'problem.salons.notFound': 'Salloni nuk u gjet',
} as const;
