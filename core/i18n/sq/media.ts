/** Galeria e fotove dhe videove. */
export const words = {} as const;

export const refusals = {
  'problem.media.empty': 'Skedari është bosh. Zgjidhni një tjetër.',
  'problem.media.type':
    'Ky skedar nuk është foto ose video që pranohet. Përdorni JPEG, PNG, GIF, WebP, MP4, WebM ose MOV.',
  'problem.media.heic':
    'Fotot HEIC nuk pranohen. Në iPhone hapni Settings › Camera › Formats dhe zgjidhni “Most Compatible”, ose ruajeni foton si JPEG.',
  'problem.media.damaged': 'Skedari është i dëmtuar ose i paplotë. Zgjidhni një tjetër.',
  'problem.media.pixels': 'Fotoja ka më shumë se 50 megapikselë. Zgjidhni një më të vogël.',
  'problem.media.frames': 'Animacioni ka më shumë se 50 kuadro. Zgjidhni një më të shkurtër.',
  'problem.media.poster': 'Videos i mungon fotoja që shfaqet para luajtjes.',
  'problem.media.quota': 'Keni ngarkuar shumë skedarë për një ditë. Provoni përsëri nesër.',
  'problem.media.notFound': 'Ky skedar nuk gjendet më në galeri.',
  'field.file': 'skedari',
  'field.poster': 'fotoja e videos',
  'field.tags': 'etiketat',
} as const;
