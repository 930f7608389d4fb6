/** Words of the settings. */
export const words = {
  'settings.title': 'Cilësimet',
  'settings.notFetched': 'Cilësimet nuk u ngarkuan.',
  'settings.email': 'Njoftimet me email',
  'settings.email.intro': "Do t'ju dërgojmë me email:",
  'settings.email.newDeals': 'Oferta të reja në kategoritë tuaja të preferuara',
  'settings.email.renewal': 'Kujtesa për rinovimin e abonimit',
  'settings.email.updates': 'Përditësime të aplikacionit',
  'settings.email.expiry': 'Njoftime kur po skadojnë ofertat tuaja të ruajtura',
  'settings.email.always': 'Emailet për porositë dhe për sigurinë e llogarisë i merrni gjithmonë.',
  'settings.save': 'Ruaj cilësimet',
  'settings.saving': 'Po ruhen cilësimet...',
  'settings.saved': 'Cilësimet u ruajtën',
  'settings.failed': 'Cilësimet nuk u përditësuan',
} as const;

export const refusals = {
  'field.emailNotifications': 'njoftimet me email',
} as const;
