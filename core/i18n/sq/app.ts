/** Words of the installed app: manifest, installation, offline pages. */
export const words = {
  'app.description': 'Oferta bukurie dhe mirëqenieje nga sallone në Shqipëri.',
  'app.push.title': 'Keni një njoftim të ri',
  'app.push.text': 'Prekeni për ta parë te Bukuri.',
  'install.benefit': 'Hapni ofertat më shpejt, edhe me internet të dobët.',
  'install.ios.step1': 'Prekni butonin “Share” (Shpërndaj) në Safari.',
  'install.ios.step2': 'Zgjidhni “Add to Home Screen” (Shto në ekranin kryesor).',
  'install.ios.step3': 'Prekni “Add” (Shto).',
  'install.android.hint': 'Hapni menynë e shfletuesit dhe zgjidhni “Instalo aplikacionin” (Install app).',
  'install.openBrowser': 'Hapeni këtë faqe në Safari ose Chrome për të instaluar aplikacionin.',
  'offline.savedPage': 'Nuk ka lidhje interneti',
  'offline.showingSaved': 'Ruajtur më {time}',
  'offline.slow': 'Lidhje e ngadaltë',
  'offline.showNewer': 'Shfaq përmbajtjen e re',
  'offline.pageTitle': 'Jeni pa internet',
  'offline.pageText': "Ofertat që keni hapur më parë mund t'i shihni edhe pa internet.",
  'offline.notSaved': 'Kjo faqe nuk është ruajtur në pajisjen tuaj.',
} as const;
