/** Words that any page may say once something was done, or was not. */
export const words = {} as const;

export const refusals = {
  'problem.input.malformed': 'Kërkesa nuk u kuptua. Kontrolloni të dhënat dhe provoni përsëri.',
  'problem.input.invalid': 'Fusha {fields} nuk është e saktë.',
  'problem.input.invalidFields': 'Këto fusha nuk janë të sakta: {fields}.',
  'problem.input.encoding': 'Teksti përmban karaktere që nuk lejohen.',
  'problem.input.type': 'Ky lloj përmbajtjeje nuk pranohet.',
  'problem.input.tooLarge': 'Të dhënat e dërguara janë shumë të mëdha.',
  'problem.input.fileTooLarge': 'Skedari është më i madh se {megabytes} MB. Zgjidhni një më të vogël.',
  'problem.input.slow': 'Të dhënat vonuan shumë dhe nuk mbërritën të plota. Provoni përsëri.',
  'problem.origin.foreign': 'Kërkesa nuk erdhi nga kjo faqe, prandaj nuk u krye.',
  'problem.host.foreign': 'Kjo adresë i përket një faqeje tjetër.',
  'problem.route.absent': 'Kjo adresë nuk ekziston.',
  'problem.access.notAuthenticated': 'Nuk keni hyrë në llogari',
  'problem.access.forbidden': 'Nuk keni të drejtë ta kryeni këtë veprim.',
  'problem.limit.guesses': 'Për këtë llogari sot janë provuar shumë fjalëkalime të gabuara. Provoni përsëri nesër.',
  'problem.limit.reached': 'Keni provuar shumë herë. Prisni pak dhe provoni përsëri.',
  'problem.server.failed': 'Diçka nuk shkoi siç duhet nga ana jonë. Provoni përsëri pas pak.',
  'problem.server.busy': 'Shërbimi është i mbingarkuar. Provoni përsëri pas pak.',
  'page.number': 'Nëse na shkruani për këtë, përmendni numrin {requestId}.',
  'page.asOf': 'Kjo faqe tregon gjendjen më {time}. Mund të ketë ndryshuar; së shpejti mund të porosisni përsëri.',
  'field.body': 'kërkesa',
  'field.sessionId': 'vizita',
} as const;
