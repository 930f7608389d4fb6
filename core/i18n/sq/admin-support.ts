/** Words of the admin panel about messages to support. */
export const words = {
  'admin.support.title': 'Mesazhet e mbështetjes',
  'admin.support.empty': 'Nuk ka mesazhe',
  'admin.support.search': 'Kërko sipas dërguesit, temës ose mesazhit',
  'admin.support.anonymous': 'Kontakt anonim',
  'admin.support.noSubject': 'Pa temë',
  'admin.support.status.pending': 'në pritje',
  'admin.support.status.read': 'i lexuar',
  'admin.support.replied': 'me përgjigje',
  'admin.support.old': 'më i vjetër se {hours} orë',
  'admin.support.sentAt': 'Dërguar më {date}',
  'admin.support.markRead': 'Shëno si të lexuar',
  'admin.support.marked': 'Mesazhi u shënua si i lexuar',
  'admin.support.markReadFailed': 'Mesazhi nuk u shënua si i lexuar',
  'admin.support.reply': 'Përgjigju',
  'admin.support.reply.text': 'Përgjigjja',
  'admin.support.reply.send': 'Dërgo përgjigjen',
  'admin.support.reply.sending': 'Po dërgohet...',
  'admin.support.reply.sent': 'Përgjigjja u dërgua',
  'admin.support.reply.failed': 'Përgjigjja nuk u dërgua',
  'admin.support.reply.note':
    'Dërgohet me email te {email}, në gjuhën e dërguesit ({language}). Mund të dërgohet vetëm një përgjigje.',
  'admin.support.repliedAt': 'Përgjigjur më {date}',
  'admin.support.delete': 'Fshi mesazhin',
  'admin.support.delete.confirm': 'Doni ta fshini përgjithmonë këtë mesazh?',
  'admin.support.deleting': 'Po fshihet...',
  'admin.support.deleted': 'Mesazhi u fshi',
  'admin.support.deleteFailed': 'Mesazhi nuk u fshi',
} as const;

export const refusals = {
  'problem.support.replied': 'Mesazhit i është përgjigjur tashmë dikush tjetër.',
  'problem.support.noAddress': 'Nuk ka adresë ku të dërgohet përgjigjja.',
  'field.reply': 'përgjigjja',
  'problem.support.messageNotFound': 'Ky mesazh nuk ekziston më.',
} as const;
