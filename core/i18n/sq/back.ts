/** Where one came from, as the link that leads back there calls it. */
export const words = {
  'back.categories': 'Kthehu te kategoritë',
  'back.deal': 'Kthehu te oferta',
  'back.cart': 'Kthehu te shporta',
  'back.checkout': 'Kthehu te pagesa',
  'back.favorites': 'Kthehu te ofertat e ruajtura',
  'back.order': 'Kthehu te porosia',
  'back.admin': 'Kthehu te paneli i administrimit',
  'back.profile': 'Kthehu te profili',
  'back.settings': 'Kthehu te cilësimet',
  'back.login': 'Kthehu te hyrja',
  'back.reset': 'Kthehu te fjalëkalimi i ri',
  'back.verify': 'Kthehu te konfirmimi i emailit',
  'back.terms': 'Kthehu te kushtet e shërbimit',
  'back.privacy': 'Kthehu te politika e privatësisë',
  'back.accessibility': 'Kthehu te aksesueshmëria',
} as const;
