/** Words of push notifications in the settings. */
export const words = {
  'settings.push': 'Njoftimet në këtë pajisje',
  'settings.push.about':
    'Kur i aktivizoni dhe shfletuesi i lejon, ju njoftojmë këtu kur po mbaron ose ulet në çmim një ofertë e ruajtur, kur ka oferta të reja nga kategoritë tuaja ose nga sallonet që ndiqni, si dhe për porositë, kërkesat dhe abonimin. Nga ora 21:00 deri në 09:00 nuk vjen asnjë.',
  'settings.push.checking': 'Po kontrollohet...',
  'settings.push.changing': 'Po ndryshohet...',
  'settings.push.on': 'Njoftimet janë aktive.',
  'settings.push.off': 'Njoftimet nuk janë aktive.',
  'settings.push.denied':
    "Njoftimet janë të bllokuara. Për t'i aktivizuar, prekni ikonën e drynit pranë adresës dhe lejoni njoftimet.",
  'settings.push.unsupported': 'Ky shfletues nuk i mbështet njoftimet.',
  'settings.push.notInstalled': 'Në iPhone, shtoni më parë aplikacionin në ekranin kryesor.',
  'settings.push.notGranted': 'Leja për njoftime nuk u dha',
  'settings.push.failed': 'Njoftimet nuk u ndryshuan. Provoni përsëri.',
} as const;

export const refusals = {
  'problem.push.notAccepted': 'Ky shfletues përdor një shërbim njoftimesh që nuk mund ta përdorim.',
  'field.endpoint': 'adresa e njoftimeve',
  'field.p256dh': 'çelësi i njoftimeve',
  'field.auth': 'çelësi i njoftimeve',
} as const;
